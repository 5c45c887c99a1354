// Client of the WebSocket /v1/listen: sends a growing text and receives the processed words.
//
// Only added text is sent. After a change elsewhere, or a lost connection, the text is sent again from
// the beginning.

const WAITS = [500, 1000, 2000, 4000, 8000]; // milliseconds before reconnecting
const OPEN = 1;
const AT_ONCE = 8000; // letters per message; the next is sent after the answer
const REFUSED = new Set([1008, 1009]); // close codes after which a retry would fail again

export class Listening {
  #socket = null;
  #sent = null; // text sent so far, null before the first message
  #text = "";
  #how = {};
  #tries = 0;
  #timer = 0;
  #stale = 0; // pending answers of earlier beginnings
  #isPadded = false; // the last space sent was not typed
  #isOver = true;
  #isHearing = false; // the last message is not answered yet

  // told: callbacks begun(), heard(word), problem(sentence), connected(isConnected)
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
    if (REFUSED.has(code)) return; // wait for another text
    this.told.connected(false);
    this.#timer = setTimeout(() => this.#connect(), WAITS[Math.min(this.#tries, WAITS.length - 1)]);
    this.#tries += 1;
  }

  // True if the text is what was sent, with or without the space that was not typed.
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
    } else if (this.#stale) return; // answer to an earlier beginning
    else if ("heard" in message) this.told.heard(message);
    else if ("taken" in message) {
      this.#isHearing = false;
      this.#send();
    }
  }
}

// Next piece of the text, not cut within a surrogate pair.
function piece(text, from) {
  const end = from + AT_ONCE, isHalf = /[\uD800-\uDBFF]/.test(text[end - 1] ?? "");
  return text.slice(from, isHalf ? end + 1 : end);
}
