// Export dialog: choose a format, preview, copy or download.
//
// The export uses the corrections, algorithm and precision in effect.

import { asFile, formats, question } from "./api.js";
import { announce, ask, button, make } from "./dom.js";
import { GROUPS, KINDS, WHEN } from "./kinds.js";
import { get } from "./store.js";

const MOST_SHOWN = 6000; // letters shown in the preview

export function startExport(opener) {
  let dialog = null;
  opener.addEventListener("click", async () => {
    if (!get().document) return announce("There is no text yet that could be exported.");
    dialog ??= new ExportDialog(await kinds());
    return dialog.open();
  });
}

// Our own kinds, and every format that the server can write.
async function kinds() {
  const written = (await formats().catch(() => [])).filter((one) => one.written && one.name !== "html");
  const listed = written.map((one) => ({ to: one.name, group: "formats", title: one.name, suffix: one.suffixes[0] ?? "", what: `${one.description}.` }));
  return [...KINDS, ...listed];
}

class ExportDialog {
  constructor(several) {
    this.kinds = several;
    this.about = make("p", { classes: "what", id: "export-what" });
    this.options = make("div", { classes: "row export-options" });
    this.preview = make("pre", { tabindex: 0, role: "region", "aria-label": "How it looks" });
    this.said = make("p", { classes: "said", role: "status" });
    this.download = button("Download", () => this.save(), { classes: "primary" });
    this.copy = button("Copy", () => this.toClipboard());
    const choices = make("div", { classes: "kinds", role: "radiogroup", "aria-label": "What to export" },
      GROUPS.map(([group, title]) => this.group(group, title)));
    this.node = make("dialog", { classes: "export", id: "export-dialog", "aria-labelledby": "export-title" },
      make("header", {}, make("h2", { id: "export-title" }, "Export"),
        button("×", () => this.node.close(), { classes: "icon quiet", "aria-label": "Close", title: "Close" })),
      make("div", { classes: "export-body" }, choices,
        make("div", { classes: "export-side" }, this.about, this.options, this.preview,
          make("div", { classes: "row" }, this.download, this.copy, this.said))));
    document.body.append(this.node);
  }

  group(group, title) {
    const inside = this.kinds.filter((one) => one.group === group);
    return inside.length ? make("fieldset", {}, make("legend", {}, title), inside.map((one) => this.kind(one))) : null;
  }

  kind(one) {
    const radio = make("input", { type: "radio", name: "export-kind", value: one.to, id: `export-${one.to}` });
    radio.addEventListener("change", () => this.choose(one));
    return make("label", { for: `export-${one.to}` }, radio, make("span", {}, one.title), make("code", {}, one.suffix));
  }

  open() {
    const first = this.chosen ?? this.kinds[0];
    this.node.querySelector(`#${CSS.escape(`export-${first.to}`)}`).checked = true;
    ask(this.node);
    this.node.querySelector("input:checked").focus();
    this.choose(first);
  }

  choose(one) {
    this.chosen = one;
    this.about.textContent = one.what;
    this.options.replaceChildren(...(one.to === "rewritten" ? this.rewriting() : []));
    this.show();
  }

  rewriting() {
    const node = make("select", { id: "every" }, WHEN.map(([value, said]) => make("option", { value }, said)));
    node.value = this.every ?? WHEN[0][0];
    node.addEventListener("change", () => { this.every = node.value; this.show(); });
    return [make("label", {}, "A pronoun is replaced where ", node)];
  }
  get asked() {
    const { to } = this.chosen;
    const rewriting = to === "rewritten" && { every: this.every ?? WHEN[0][0] };
    return { ...question(), to, ...rewriting };
  }

  async show() {
    const wanted = this.chosen;
    this.file = null;
    this.download.disabled = this.copy.disabled = true;
    this.said.textContent = "";
    this.preview.textContent = "…";
    if (wanted.needs === "corrections" && !get().operations.length) {
      this.preview.textContent = "";
      this.said.textContent = "You have corrected nothing yet: click a pronoun, and say who it is.";
      return;
    }
    try {
      const file = await asFile("studio/export", this.asked, { purpose: "export" });
      if (wanted !== this.chosen) return;
      await this.took(file);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.preview.textContent = "";
      this.said.textContent = error.message;
    }
  }

  async took(file) {
    const isText = !/zip|octet-stream/.test(file.type ?? "");
    this.file = file;
    this.written = isText ? await file.blob.text() : null;
    this.preview.textContent = isText ? shortened(this.written) : `${file.name}: an archive, to be downloaded.`;
    this.preview.scrollTop = 0;
    this.download.disabled = false;
    this.copy.disabled = !isText;
    this.said.textContent = sizeOf(file.blob.size);
  }

  save() {
    const url = URL.createObjectURL(this.file.blob);
    const link = make("a", { href: url, download: this.file.name ?? `hearer${this.chosen.suffix}` });
    this.node.append(link); // some browsers ignore clicks on detached nodes
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    this.said.textContent = `Saved as ${link.download}.`;
  }

  async toClipboard() {
    try {
      await navigator.clipboard.writeText(this.written);
      this.said.textContent = "Copied.";
    } catch {
      this.said.textContent = "This browser does not let pages copy: download it instead.";
    }
  }
}

const shortened = (text) => (text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}\n…`);
const sizeOf = (bytes) => (bytes < 1000 ? `${bytes} bytes` : bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`);
