import { createHash, hash } from 'node:crypto'
import { type PresentedDocument, Turn, waitingClient } from '@quirecms/core'

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
  const turn = new Turn(waitingClient()?.name)
  const all = createHash('sha256')
  for (const piece of pieces) {
    if (turn.isOver) await turn.letOthersIn()
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
