// Elements that are looked up by selectors are of no known kind: allow the properties of all kinds.
interface EventTarget { [property: string]: any }
interface CSSRule { [property: string]: any }
