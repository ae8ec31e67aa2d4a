import { describe, expect, it } from 'vitest'
import { type FromPage, PageConnection } from './page-connection.ts'

const NONCE = 'n0nce'
const HELLO = `quire-preview:${NONCE}`
const ORIGIN = 'https://www.example.com'

function setUp() {
  const frame = {}
  const heard: FromPage[] = []
  const states: boolean[] = []
  let time = 0
  const connection = new PageConnection({
    frame: () => frame,
    origin: ORIGIN,
    nonce: NONCE,
    onConnected: (isConnected) => states.push(isConnected),
    onMessage: (message) => heard.push(message),
    now: () => time,
  })
  const newPort = () => {
    const sent: unknown[] = []
    const port = {
      sent,
      isClosed: false,
      listener: (_event: { data: unknown }): void => undefined,
      addEventListener: (_name: string, listener: (event: { data: unknown }) => void) => {
        port.listener = listener
      },
      start: () => undefined,
      postMessage: (text: string) => void sent.push(JSON.parse(text)),
      close: () => {
        port.isClosed = true
      },
      says: (data: unknown) => port.listener({ data: typeof data === 'string' ? data : JSON.stringify(data) }),
    }
    return port
  }
  const post = (changed: object = {}) => {
    const port = newPort()
    const event = { source: frame, origin: ORIGIN, data: HELLO, ports: [port], ...changed }
    connection.hear(event as unknown as MessageEvent)
    return port
  }
  return { connection, heard, states, post, wait: (ms: number) => (time += ms) }
}

describe('the connection to the page in the preview pane', () => {
  it('is open to the page whose address contains the nonce', () => {
    const { post, heard, states } = setUp()
    const port = post()
    expect([states, port.sent]).toEqual([[true], [{ type: 'welcome', nonce: NONCE }]])
    port.says({ type: 'open', at: 'posts:1:title' })
    port.says({ type: 'ask', ask: { depth: 1 } })
    expect(heard).toEqual([
      { type: 'open', at: 'posts:1:title' },
      { type: 'ask', ask: { depth: 1 } },
    ])
    port.says({ type: 'end' })
    expect([states, port.isClosed]).toEqual([[true, false], true])
  })

  it('accepts no messages of other windows', () => {
    const { post, states } = setUp()
    for (const wrong of [
      { source: {} },
      { source: null },
      { origin: 'null' },
      { origin: 'https://www.example.com.evil.example' },
      { data: 'quire-preview:other' },
      { data: { toString: () => HELLO } },
      { data: [HELLO] },
      { ports: [] },
    ])
      expect(post(wrong).sent).toEqual([])
    expect(states).toEqual([])
  })

  it('accepts only known messages of limited length', () => {
    const { post, heard } = setUp()
    const port = post()
    for (const wrong of [
      'x'.repeat(1_000_000),
      JSON.stringify({ type: 'ask', ask: { populate: 'x'.repeat(20_000) } }),
      '{',
      'null',
      '[]',
      '7',
      JSON.stringify({ type: 'ask', ask: [] }),
      JSON.stringify({ type: 'ask' }),
      JSON.stringify({ type: 'open', at: { toString: 'x' } }),
      JSON.stringify({ type: 'welcome', nonce: NONCE }),
      JSON.stringify({ __proto__: { type: 'open' }, at: 'x' }),
    ])
      port.says(wrong)
    port.listener({ data: { type: 'open', at: 'x' } })
    port.listener({ data: new ArrayBuffer(8) })
    expect(heard).toEqual([])
  })

  it('closes for a page that sends too much, until another page loads', () => {
    const { post, heard, states, connection, wait } = setUp()
    const port = post()
    for (let count = 0; count < 1000; count += 1) port.says({ type: 'hover', at: 'x' })
    expect([heard.length < 100, port.isClosed, states]).toEqual([true, true, [true, false]])
    wait(60_000)
    expect(post().sent).toEqual([])
    connection.loaded()
    expect(post().sent).toHaveLength(1)
  })

  it('closes for a frame that repeatedly sends unknown messages', () => {
    const { post, states, wait } = setUp()
    for (let count = 0; count < 1000; count += 1) post({ data: 'quire-preview:guess' })
    wait(60_000)
    expect(post().sent).toEqual([])
    expect(states).toEqual([])
  })

  it('belongs to the page that connected last', () => {
    const { post, heard } = setUp()
    const first = post()
    const second = post()
    first.says({ type: 'open', at: 'a' })
    second.says({ type: 'open', at: 'b' })
    expect([heard, first.isClosed]).toEqual([[{ type: 'open', at: 'b' }], true])
  })
})
