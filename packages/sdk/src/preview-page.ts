/**
 * The browser APIs that the live preview uses. With `lib.dom`, every program that uses the client would get the types
 * of browsers, also on servers, where `window` and `document` don't exist.
 */
export interface PreviewedPage {
  readonly window?: PreviewedWindow
  readonly parent: PreviewedWindow
  readonly document: PreviewedDocument
  readonly location: { readonly hash: string; readonly href: string; reload(): void }
  readonly history: { readonly state: unknown; replaceState(state: unknown, unused: string, address?: string): void }
  readonly scrollX: number
  readonly scrollY: number
  readonly innerHeight: number
  readonly CSS: { escape(text: string): string }
  readonly Element: abstract new (...args: never) => PageElement
  readonly MessageChannel: new () => { readonly port1: PagePort; readonly port2: PagePort }
  matchMedia(query: string): { readonly matches: boolean }
  scrollTo(x: number, y: number): void
  addEventListener(name: string, listener: () => void, options: { readonly signal: AbortSignal }): void
}

interface PreviewedWindow {
  postMessage(message: string, origin: string, transferred: readonly PagePort[]): void
}

interface PreviewedDocument {
  readonly documentElement: PageElement
  createElement(name: string): StyledElement
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement>
  addEventListener(
    name: string,
    listener: (event: PageEvent) => void,
    options: { readonly capture: boolean; readonly signal: AbortSignal },
  ): void
}

export interface PageElement {
  readonly childElementCount: number
  textContent: string | null
  append(child: PageElement): void
  appendChild<Child extends PageElement>(child: Child): Child
  closest(selector: string): PageElement | null
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  getBoundingClientRect(): Readonly<Record<'left' | 'top' | 'bottom' | 'width' | 'height', number>>
  remove(): void
  scrollIntoView(options: { readonly block: 'center'; readonly behavior: 'instant' | 'smooth' }): void
}

interface StyledElement extends PageElement {
  readonly style: object
}

export interface PageEvent {
  readonly target: unknown
  readonly ctrlKey?: boolean
  readonly metaKey?: boolean
  readonly altKey?: boolean
  preventDefault(): void
  stopPropagation(): void
}

interface PagePort {
  postMessage(message: string): void
  addEventListener(name: 'message', listener: (event: { readonly data: string }) => void): void
  start(): void
  close(): void
}
