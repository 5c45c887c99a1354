// The search, in place of mkdocs' worker: its index comes as a script (.ci/searchable.py writes it), so
// that it works in pages opened as files, too, where browsers let nothing be fetched. What is in a
// title counts most, and a page is not found twice.
if (document.getElementById("mkdocs-search-results")) {
  document.write('<script src="search/lunr.js"><\/script><script src="search/search_index.js"><\/script>');
}
window.Worker = function () {
  if (!window.PAGES) {
    this.postMessage = () => {}; // no page of results: nothing to search here
    return;
  }
  const pages = new Map();
  for (const page of PAGES.docs) {
    const whole = pages.get(page.location.split("#")[0]);
    if (!whole || whole.title !== page.title) pages.set(page.location, page);
  }
  const index = lunr(function () {
    this.field("title", { boost: 10 });
    this.field("text");
    this.ref("location");
    this.pipeline.remove(lunr.stopWordFilter); // "they" is what people look for here
    pages.forEach((page) => this.add(page));
  });
  const summary = ({ title, text }) => text.slice(text.startsWith(title) ? title.length : 0).slice(0, 200);
  const found = (query) => index.search(query).map(({ ref }) => ({ ...pages.get(ref), summary: summary(pages.get(ref)) }));
  this.postMessage = ({ query }) => setTimeout(() => {
    if (query) return this.onmessage({ data: { results: found(query) } });
    this.onmessage({ data: { config: PAGES.config } });
    this.onmessage({ data: { allowSearch: true } });
  });
};
