import { Turn, waitingClient } from '@quirecms/core'
import type { ServerResponse } from 'node:http'

/** What is sent; long texts come in pieces. */
export type BodyText = string | Buffer | readonly Buffer[]

export function isInPieces(text: BodyText): text is readonly Buffer[] {
  return Array.isArray(text)
}

/** Texts up to this length are encoded and written at once: it takes well below a millisecond. */
export const SHORT = 256 * 1024

/** In bytes. */
const LARGEST_PIECE = 256 * 1024

/** The bytes of a text that comes in parts. Each part takes about a millisecond for a million characters, and others are let in between. */
export async function encodeInTurns(texts: Iterable<string>, response: ServerResponse): Promise<readonly Buffer[]> {
  const turn = new Turn(waitingClient()?.name)
  const pieces: Buffer[] = []
  for (const text of texts) {
    if (turn.isOver) await turn.letOthersIn()
    // The client is gone, or was told that this took too long.
    if (response.destroyed || response.headersSent) break
    pieces.push(Buffer.from(text))
  }
  return pieces
}

/** The pieces as one. To copy them takes a while, in which others are let in. */
export async function joinInTurns(pieces: readonly Buffer[], length: number): Promise<Buffer> {
  const turn = new Turn(waitingClient()?.name)
  const whole = Buffer.allocUnsafe(length)
  let end = 0
  for (const piece of pieces) {
    if (turn.isOver) await turn.letOthersIn()
    end += piece.copy(whole, end)
  }
  return whole
}

/** Writes as much as the client takes, and the rest as it takes more. The head is written already. */
export async function writeInTurns(response: ServerResponse, pieces: readonly Buffer[]): Promise<void> {
  const turn = new Turn(waitingClient()?.name)
  for (const piece of pieces) {
    for (let start = 0; start < piece.length; start += LARGEST_PIECE) {
      if (turn.isOver) await turn.letOthersIn()
      if (response.destroyed) return
      if (!response.write(piece.subarray(start, start + LARGEST_PIECE))) await takenOrGone(response)
    }
  }
  if (!response.destroyed) response.end()
}

function takenOrGone(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      response.off('drain', goOn)
      response.off('close', goOn)
      resolve()
    }
    response.on('drain', goOn)
    response.on('close', goOn)
    if (response.destroyed) goOn()
  })
}
