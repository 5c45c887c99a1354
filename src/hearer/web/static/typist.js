// A text that types itself, word by word: for a class that watches.
//
//   Typist    begins at a button, goes on at a speed, rests and stops

const AT_ONCE = 400; // words a minute at which letters are not shown one by one

export class Typist {
  #timer = 0;
  #rest = null; // what is still to be typed; null: nothing is going on
  #done = "";

  constructor({ sample, play, speed, field }, type) {
    Object.assign(this, { sample, play, speed, field, type });
    play.addEventListener("click", () => this.#toggle());
    sample.addEventListener("change", () => this.stop());
    speed.addEventListener("input", () => this.#say());
    this.#say();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#rest = null;
    this.play.textContent = "▶ Watch it listen";
  }

  #say() {
    this.speed.setAttribute("aria-valuetext", `${this.speed.value} words a minute`);
  }

  #toggle() {
    if (this.#timer) {
      clearTimeout(this.#timer);
      this.#timer = 0;
      this.play.textContent = "▶ Go on";
      return;
    }
    if (this.#rest === null) {
      this.#rest = this.sample.value.trim().match(/\S+\s*/g) ?? [];
      this.#done = "";
      this.type("");
    }
    this.play.textContent = "❚❚ Pause";
    this.#next();
  }

  #next() {
    const word = this.#rest.shift();
    if (word === undefined) return this.stop();
    this.#done += word;
    this.type(this.#done);
    this.field.scrollTop = this.field.scrollHeight;
    const pace = Number(this.speed.value);
    const long = pace < AT_ONCE ? 0.6 + word.length / 12 : 1; // long words take longer
    this.#timer = setTimeout(() => this.#next(), (60_000 / pace) * long);
    return undefined;
  }
}
