// A conversation with the server about a text that grows: WS /v1/listen.
//
//   Listening    `hear(text)` says what the text is by now; what was heard of it comes back word by word
//                `settle()` makes its last word whole, as if a blank had been typed
//                `goesOn(text)` whether a text only adds to what was sent
//
// Only what was added is sent. A change before the end of what was sent begins again, and so does a
// lost connection: nobody needs to know, but that the words come once more.

const WAITS = [500, 1000, 2000, 4000, 8000]; // milliseconds before another try
const OPEN = 1;

export class Listening {
  #socket = null;
  #sent = null; // what the server was given, or null before it was told to begin
  #text = "";
  #how = {};
  #tries = 0;
  #timer = 0;
  #stale = 0; // answers that belong to what was begun before
  #isPadded = false; // the last blank that was sent was not typed
  #isOver = true;

  // told: begun(), heard(word), problem(sentence), connected(true or false)
  constructor(address, told) {
    this.address = address;
    this.told = told;
  }

  start(how) {
    this.#how = how;
    this.#isOver = false;
    this.#sent = null;
    if (this.#socket?.readyState === OPEN) this.#send();
    else this.#connect();
  }

  hear(text) {
    this.#text = text;
    this.#send();
  }

  settle() {
    if (this.#sent === null || this.#sent !== this.#text || !/\S$/.test(this.#text)) return;
    if (this.#isOver || this.#socket?.readyState !== OPEN) return;
    this.#socket.send(JSON.stringify({ text: " " }));
    this.#sent += " ";
    this.#isPadded = true;
  }

  goesOn(text) {
    return this.#sent === null || text.startsWith(this.#sent) || this.#fits(text);
  }

  stop() {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = null;
  }

  #connect() {
    clearTimeout(this.#timer);
    if (this.#socket && this.#socket.readyState < 2) return;
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#tries = 0;
      this.#stale = 0;
      this.#sent = null;
      this.told.connected(true);
      this.#send();
    });
    socket.addEventListener("message", ({ data }) => this.#took(JSON.parse(data)));
    socket.addEventListener("close", () => this.#lost(socket));
  }

  #lost(socket) {
    if (this.#isOver || socket !== this.#socket) return;
    this.#sent = null;
    this.told.connected(false);
    this.#timer = setTimeout(() => this.#connect(), WAITS[Math.min(this.#tries, WAITS.length - 1)]);
    this.#tries += 1;
  }

  // Whether the blank that was sent but not typed is there by now, or nothing else is.
  #fits(text) {
    if (!this.#isPadded) return false;
    const typed = this.#sent.slice(0, -1);
    return text === typed || (text.startsWith(typed) && /\s/.test(text[typed.length]));
  }

  #send() {
    if (this.#isOver || this.#socket?.readyState !== OPEN) return;
    if (this.#fits(this.#text)) {
      if (this.#text.length < this.#sent.length) return;
      this.#sent = this.#text.slice(0, this.#sent.length);
    }
    if (this.#sent === null || !this.#text.startsWith(this.#sent)) this.#begin();
    const more = this.#text.slice(this.#sent.length);
    if (!more) return;
    this.#sent = this.#text;
    this.#isPadded = false;
    this.#socket.send(JSON.stringify({ text: more }));
  }

  #begin() {
    this.#sent = "";
    this.#isPadded = false;
    this.#stale += 1;
    this.#socket.send(JSON.stringify({ begin: this.#how }));
  }

  #took(message) {
    if (message.problem) return this.told.problem(message.problem.detail ?? message.problem.title);
    if (message.begun) {
      this.#stale -= 1;
      if (!this.#stale) this.told.begun();
    } else if (this.#stale) return; // of what was begun before
    else if ("heard" in message) this.told.heard(message);
  }
}
