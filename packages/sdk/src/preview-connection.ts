import type { PageElement, PageEvent, PreviewedPage } from './preview-page.ts'

export interface PreviewChange {
  readonly collection: string
  readonly id: string
  readonly revision: number
}

/** Read parameters for the document of the page. */
export interface PreviewAsk {
  readonly depth?: number
  readonly populate?: object
  readonly select?: object
  readonly joins?: object
}

export interface ConnectOptions<Doc = Readonly<Record<string, unknown>>> {
  /**
   * Origin of the admin app: `https://cms.example.com`. Messages go to this origin only. By default, the page's own
   * origin.
   */
  readonly origin?: string | undefined
  /** For server-rendered pages: called after a save. */
  readonly onChange?: (change: PreviewChange) => void
  /** For pages that render in the browser: called with unsaved edits, as a preview read would return them. */
  readonly onDocument?: (doc: Doc) => void
  /** Read parameters for `onDocument`. */
  readonly ask?: PreviewAsk
  /**
   * Called with a renewed token. The URL of the page contains it already; this is for pages that use it for further
   * requests.
   */
  readonly onToken?: (token: string) => void
}

export interface PreviewConnection {
  readonly close: () => void
}

type FromAdmin =
  | { readonly type: 'welcome'; readonly nonce: string }
  | { readonly type: 'editing'; readonly isOn: boolean }
  | { readonly type: 'name'; readonly at: string; readonly name: string }
  | { readonly type: 'focus'; readonly at: string }
  | { readonly type: 'stored' | 'document'; readonly doc: unknown }
  | ({ readonly type: 'changed' } & PreviewChange)
  | ({ readonly type: 'token' } & RenewedToken)

interface RenewedToken {
  readonly token: string
  /** Tokens that the page may still have. */
  readonly before: readonly string[]
}

/** Self-contained: `script()` serializes this function, so it must not use anything outside of it. */
export function connectPage<Doc>(options: ConnectOptions<Doc> = {}): PreviewConnection {
  const { origin, onChange, onDocument, onToken, ask = {} } = options
  const attribute = 'data-quire'
  const place = 'quire-scroll'
  const page = globalThis as unknown as PreviewedPage
  const { window, document, location, history } = page
  const nonce = window && /[#&]quire-preview=([\w-]+)/.exec(location.hash)?.[1]
  if (!nonce || page.parent === window) return { close: () => undefined }
  const ended = new AbortController()
  const names = new Map<string, string>()
  const box = document.createElement('div')
  const label = box.appendChild(document.createElement('span'))
  let isWelcome = false
  let isEditing = false
  let marked: PageElement | null = null
  let known: unknown
  let timer: ReturnType<typeof setTimeout> | undefined

  // All messages use a channel whose other end only this origin receives.
  const { port1: port, port2: theirs } = new page.MessageChannel()
  const send = (message: object) => port.postMessage(JSON.stringify(message))
  port.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data) as FromAdmin
    if (message.type === 'welcome') {
      isWelcome = message.nonce === nonce
      if (isWelcome) send({ type: 'ask', ask: onDocument || !onChange ? ask : null })
    } else if (isWelcome) hear(message)
  })
  port.start()

  function hear(message: FromAdmin): void {
    // Edits may have begun while the page was loading; the page shows the stored document.
    if (message.type === 'stored') known = message.doc
    else if (message.type === 'document') {
      if (onDocument) onDocument(message.doc as Doc)
      else fill(message.doc)
    } else if (message.type === 'changed') {
      const { collection, id, revision } = message
      if (onChange) onChange({ collection, id, revision })
      else if (!onDocument) reload()
    } else if (message.type === 'editing') {
      isEditing = message.isOn
      if (!isEditing) mark(null)
    } else if (message.type === 'name') {
      names.set(message.at, message.name)
      if (marked && markOf(marked) === message.at) mark(marked)
    } else if (message.type === 'focus') show(elementFor(message.at))
    else if (message.type === 'token') renew(message)
  }

  /** Puts the new token into the URL, without a reload. */
  function renew({ token, before }: RenewedToken): void {
    const address = before.reduce((href, one) => href.replaceAll(one, token), location.href)
    if (address !== location.href) history.replaceState(history.state, '', address)
    onToken?.(token)
  }

  /** Replaces texts that the page shows unchanged. Texts that the page transforms are updated after the save. */
  function fill(doc: unknown): void {
    const same = (value: string) => value.replace(/\s+/g, ' ').trim()
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      const [, id, path = ''] = markOf(element).split(':')
      const before = valueAt(known, path)
      const value = valueAt(doc, path)
      if (id !== (doc as { id?: string }).id || element.childElementCount > 0 || typeof value !== 'string') continue
      if (same(element.textContent ?? '') === same(typeof before === 'string' ? before : ''))
        element.textContent = value
    }
    known = doc
  }

  function valueAt(doc: unknown, path: string): unknown {
    const step = (at: unknown, name: string): unknown =>
      Array.isArray(at)
        ? at.find((row) => (row as { id?: string } | null)?.id === name)
        : (at as Record<string, unknown> | null | undefined)?.[name]
    return path.split('.').reduce(step, doc)
  }

  function reload(): void {
    history.replaceState({ ...(history.state as object | null), [place]: [page.scrollX, page.scrollY] }, '')
    location.reload()
  }

  /** Some browsers scroll a reloaded page to its top. */
  function scrollBack(): void {
    const { [place]: at, ...state } = (history.state ?? {}) as { [place]?: [number, number] }
    if (!at) return
    history.replaceState(state, '')
    page.scrollTo(...at)
  }

  function show(element: PageElement | null): void {
    if (!element) return
    const { top, bottom } = element.getBoundingClientRect()
    const isCalm = page.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (top < 0 || bottom > page.innerHeight) {
      element.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' })
      return
    }
    mark(element)
    timer = setTimeout(() => mark(null), 1200)
  }

  function markOf(element: PageElement): string {
    return element.getAttribute(attribute) ?? ''
  }

  /** Returns the element of a field, or the closest one around it. */
  function elementFor(at: string): PageElement | null {
    for (let one = at; one.includes('.') || one.includes(':'); one = one.replace(/[.:][^.:]*$/, '')) {
      const element = document.querySelector(`[${attribute}="${page.CSS.escape(one)}"]`)
      if (element) return element
    }
    return null
  }

  function mark(element: PageElement | null): void {
    clearTimeout(timer)
    marked = element
    if (!element) return box.remove()
    const { left, top, width, height } = element.getBoundingClientRect()
    const isAtTop = top < 28
    // A strict content security policy allows these property assignments, but no style attributes in markup.
    Object.assign(box.style, {
      position: 'fixed',
      left: `${left - 5}px`,
      top: `${top - 5}px`,
      width: `${width + 10}px`,
      height: `${height + 10}px`,
      boxSizing: 'border-box',
      border: '2px solid #b3372e',
      borderRadius: '4px',
      pointerEvents: 'none',
      zIndex: '2147483647',
    })
    const name = names.get(markOf(element)) ?? ''
    Object.assign(label.style, {
      display: name === '' ? 'none' : 'block',
      position: 'absolute',
      insetInlineStart: '-2px',
      top: isAtTop ? '100%' : 'auto',
      bottom: isAtTop ? 'auto' : '100%',
      padding: '3px 6px',
      borderRadius: '3px',
      background: '#b3372e',
      color: '#fff',
      font: '12px/1.3 system-ui, sans-serif',
      letterSpacing: '0',
      whiteSpace: 'nowrap',
    })
    label.textContent = name
    document.documentElement.append(box)
  }

  const on = (name: string, listener: (event: PageEvent) => void) =>
    document.addEventListener(name, listener, { capture: true, signal: ended.signal })
  const pointedAt = ({ target }: PageEvent) =>
    isEditing && target instanceof page.Element ? target.closest(`[${attribute}]`) : null
  on('pointerover', (event) => {
    const element = pointedAt(event)
    if (element === marked) return
    mark(element)
    if (element && !names.has(markOf(element))) send({ type: 'hover', at: markOf(element) })
  })
  on('pointerleave', ({ target }) => {
    if (target === document.documentElement) mark(null)
  })
  on('scroll', () => mark(null))
  on('click', (event) => {
    const element = pointedAt(event)
    const { ctrlKey, metaKey, altKey } = event
    // With a modifier key, links work normally.
    if (!element || ctrlKey || metaKey || altKey) return
    event.preventDefault()
    event.stopPropagation()
    send({ type: 'open', at: markOf(element) })
  })
  const leave = () => send({ type: 'end' })
  page.addEventListener('pagehide', leave, { signal: ended.signal })

  box.setAttribute('aria-hidden', 'true')
  scrollBack()
  page.parent.postMessage(`quire-preview:${nonce}`, origin ?? new URL(location.href).origin, [theirs])
  return {
    close() {
      leave()
      ended.abort()
      mark(null)
      port.close()
    },
  }
}
