import { Turn, waitingClient } from '@quirecms/core'
import type { ServerResponse } from 'node:http'

/** A response body; long texts come in pieces. */
export type BodyText = string | Buffer | readonly Buffer[]

export function isInPieces(text: BodyText): text is readonly Buffer[] {
  return Array.isArray(text)
}

/** Texts up to this length are encoded and written at once, in well below a millisecond. */
export const SHORT = 256 * 1024

/** Largest single write in bytes. */
const LARGEST_PIECE = 256 * 1024

/** Encodes a text that comes in parts. A million characters take about a millisecond; other requests run in between. */
export async function encodeInTurns(texts: Iterable<string>, response: ServerResponse): Promise<readonly Buffer[]> {
  const turn = new Turn(waitingClient()?.name)
  const pieces: Buffer[] = []
  for (const text of texts) {
    if (turn.isOver) await turn.letOthersIn()
    // The client has disconnected or already has a timeout response.
    if (response.destroyed || response.headersSent) break
    pieces.push(Buffer.from(text))
  }
  return pieces
}

/** Joins the pieces; yields to other requests meanwhile, because copying takes a while. */
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

/** Writes pieces at the pace of the client (back-pressure). The headers must be written already. */
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
