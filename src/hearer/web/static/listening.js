// A conversation with the server about a text that grows: WS /v1/listen.
//
// Only what was added is sent. A change before the end of what was sent begins again, and so does a
// lost connection: nobody needs to know, but that the words come once more.

const WAITS = [500, 1000, 2000, 4000, 8000]; // milliseconds before another try
const OPEN = 1;
const AT_ONCE = 8000; // letters; the next follow when these have been heard
const REFUSED = new Set([1008, 1009]); // closed for what was said: saying it again would not help

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
  #isHearing = false; // what was sent last is not heard yet

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
    if (this.#socket?.readyState === OPEN) this.#send();
    else if (!this.#isOver && !this.#timer) this.#connect();
  }

  settle() {
    if (this.#sent === null || this.#sent !== this.#text || !/\S$/.test(this.#text)) return;
    if (this.#isOver || this.#socket?.readyState !== OPEN) return;
    this.#socket.send(JSON.stringify({ text: " " }));
    this.#sent += " ";
    this.#isPadded = true;
    this.#isHearing = true;
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
    this.#timer = 0;
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
    socket.addEventListener("close", ({ code }) => this.#lost(socket, code));
  }

  #lost(socket, code) {
    if (this.#isOver || socket !== this.#socket) return;
    this.#sent = null;
    if (REFUSED.has(code)) return; // until there is another text
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
    const more = piece(this.#text, this.#sent.length);
    if (!more || this.#isHearing) return;
    this.#sent += more;
    this.#isPadded = false;
    this.#isHearing = true;
    this.#socket.send(JSON.stringify({ text: more }));
  }

  #begin() {
    this.#sent = "";
    this.#isPadded = false;
    this.#stale += 1;
    this.#isHearing = false;
    this.#socket.send(JSON.stringify({ begin: this.#how }));
  }

  #took(message) {
    if (message.problem) return this.told.problem(message.problem.detail ?? message.problem.title);
    if (message.begun) {
      this.#stale -= 1;
      if (!this.#stale) this.told.begun();
    } else if (this.#stale) return; // of what was begun before
    else if ("heard" in message) this.told.heard(message);
    else if ("taken" in message) {
      this.#isHearing = false;
      this.#send();
    }
  }
}

// Not cut within a character of two halves.
function piece(text, from) {
  const end = from + AT_ONCE, isHalf = /[\uD800-\uDBFF]/.test(text[end - 1] ?? "");
  return text.slice(from, isHalf ? end + 1 : end);
}
