export interface ReceivedEvent {
  readonly event: string
  readonly data: string
}

/** Yields events as they arrive. A heartbeat (a line that begins with a colon) is an event without a name. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ReceivedEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      const blocks = rest.split(/\r?\n\r?\n/)
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield eventIn(block)
    }
  } finally {
    // Closes the connection if the consumer stops early.
    await reader.cancel().catch(() => undefined)
  }
}

function eventIn(block: string): ReceivedEvent {
  let event = ''
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    // Without the `s` flag, a dot would stop at U+2028 and U+2029, which are no line breaks here.
    const [, name, value = ''] = /^([a-z]+): ?(.*)$/s.exec(line) ?? []
    if (name === 'event') event = value
    else if (name === 'data') data.push(value)
  }
  return { event, data: data.join('\n') }
}
