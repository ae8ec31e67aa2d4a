import { type PresentedDocument, TimeSlice, waitingClient } from '@quirecms/core'
import { createHash, hash } from 'node:crypto'
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
  const slice = new TimeSlice(waitingClient()?.name)
  const pieces: Buffer[] = []
  for (const text of texts) {
    if (slice.isOver) await slice.letOthersIn()
    // The client has disconnected or already has a timeout response.
    if (response.destroyed || response.headersSent) break
    pieces.push(Buffer.from(text))
  }
  return pieces
}

/** Joins the pieces; yields to other requests meanwhile, because copying takes a while. */
export async function joinInTurns(pieces: readonly Buffer[], length: number): Promise<Buffer> {
  const slice = new TimeSlice(waitingClient()?.name)
  const whole = Buffer.allocUnsafe(length)
  let end = 0
  for (const piece of pieces) {
    if (slice.isOver) await slice.letOthersIn()
    end += piece.copy(whole, end)
  }
  return whole
}

/** Writes pieces at the pace of the client (back-pressure). The headers must be written already. */
export async function writeInTurns(response: ServerResponse, pieces: readonly Buffer[]): Promise<void> {
  const slice = new TimeSlice(waitingClient()?.name)
  for (const piece of pieces) {
    for (let start = 0; start < piece.length; start += LARGEST_PIECE) {
      if (slice.isOver) await slice.letOthersIn()
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

/** 96 bits prevent two responses of one path from sharing a tag by chance. */
const LENGTH = 16

/** Any tag in a list. `W/` is ignored, because `If-None-Match` compares weakly (RFC 9110, 13.1.2). */
const TAGS = /"[^"]*"/g

/**
 * A document's tag: its revision, followed by a hash if the response depends on more (docs/contract/requests.md#tags).
 */
export function documentTag({ revision, isPlain }: PresentedDocument, text: string): string {
  return isPlain ? `"${revision}"` : `"${revision}-${digest(text)}"`
}

/** Tag of responses without a revision. */
export function contentTag(text: string): string {
  return `"${digest(text)}"`
}

/** Tag of a long response; yields to other requests between its pieces, which take about a millisecond each. */
export async function contentTagOfPieces(pieces: readonly Buffer[]): Promise<string> {
  const slice = new TimeSlice(waitingClient()?.name)
  const all = createHash('sha256')
  for (const piece of pieces) {
    if (slice.isOver) await slice.letOthersIn()
    all.update(piece)
  }
  return `"${all.digest('base64url').slice(0, LENGTH)}"`
}

/** Whether `If-None-Match` contains this tag. */
export function namesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag || ifNoneMatch === '*') return true
  return ifNoneMatch.match(TAGS)?.includes(tag) ?? false
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, LENGTH)
}
