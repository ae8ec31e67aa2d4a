import { describe, expect, it } from 'vitest'
import { eventsOf, type ReceivedEvent } from './changes.ts'

async function read(...pieces: readonly (string | Uint8Array)[]): Promise<ReceivedEvent[]> {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece)
      controller.close()
    },
  })
  return Array.fromAsync(eventsOf(body))
}

describe('an event stream', () => {
  it.each<[string, string, ReceivedEvent[]]>([
    ['is empty', '', []],
    ['has an event with data', 'event: change\ndata: {"a":1}\n\n', [{ event: 'change', data: '{"a":1}' }]],
    ['has data without an event', 'data: x\n\n', [{ event: '', data: 'x' }]],
    ['joins lines of data', 'data: a\ndata: b\n\n', [{ event: '', data: 'a\nb' }]],
    ['takes off one blank and no more', 'data:  x \n\n', [{ event: '', data: ' x ' }]],
    ['needs no blank', 'data:x\n\n', [{ event: '', data: 'x' }]],
    ['has signs of life', ': still here\n\n', [{ event: '', data: '' }]],
    ['ends lines in both ways', 'event: a\r\ndata: b\r\n\r\n', [{ event: 'a', data: 'b' }]],
    ['leaves out what it does not know', 'id: 5\nretry: 3\ndata: x\n\n', [{ event: '', data: 'x' }]],
    ['keeps line separators that are none here', 'data: a\u2028b\n\n', [{ event: '', data: 'a\u2028b' }]],
    ['drops an event that does not end', 'data: a\n\ndata: b\n', [{ event: '', data: 'a' }]],
  ])('%s', async (_, text, events) => expect(await read(text)).toEqual(events))

  it('may be split anywhere, even within a character', async () => {
    const text = 'event: ä\ndata: 😀\n\ndata: x\n\n'
    const bytes = new TextEncoder().encode(text)
    const whole = await read(text)
    for (let at = 1; at < bytes.length; at += 1) expect(await read(bytes.slice(0, at), bytes.slice(at))).toEqual(whole)
    expect(await read(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole)
  })

  it('is closed when its reader stops early', async () => {
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
      cancel() {
        isCancelled = true
      },
    })
    for await (const { data } of eventsOf(body)) {
      expect(data).toBe('x')
      break
    }
    expect(isCancelled).toBe(true)
  })
})
