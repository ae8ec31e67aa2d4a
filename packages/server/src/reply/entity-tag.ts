import { createHash, hash } from 'node:crypto'
import { type PresentedDocument, Turn, waitingClient } from '@quirecms/core'

/** 96 bits are enough to keep two answers at one path from sharing a tag by chance. */
const LENGTH = 16

/** Any tag in a list. We ignore `W/`, because `If-None-Match` compares weakly (RFC 9110, 13.1.2). */
const TAGS = /"[^"]*"/g

/** A document's tag is its revision, followed by a hash if the answer depends on more than that (docs/contract/requests.md#tags). */
export function documentTag({ revision, isPlain }: PresentedDocument, text: string): string {
  return isPlain ? `"${revision}"` : `"${revision}-${digest(text)}"`
}

/** For answers without a revision. */
export function contentTag(text: string): string {
  return `"${digest(text)}"`
}

/** The same of a text that comes in pieces, between which others are let in: it takes about a millisecond for each of them. */
export async function contentTagOfPieces(pieces: readonly Buffer[]): Promise<string> {
  const turn = new Turn(waitingClient()?.name)
  const all = createHash('sha256')
  for (const piece of pieces) {
    if (turn.isOver) await turn.letOthersIn()
    all.update(piece)
  }
  return `"${all.digest('base64url').slice(0, LENGTH)}"`
}

/** Whether `If-None-Match` names this tag. */
export function namesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag || ifNoneMatch === '*') return true
  return ifNoneMatch.match(TAGS)?.includes(tag) ?? false
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, LENGTH)
}
