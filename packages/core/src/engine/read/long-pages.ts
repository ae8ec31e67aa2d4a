import type { JsonObject } from '../../contracts/json.ts'
import type { Answer, PresentedDocument } from '../../contracts/operation.ts'
import { parseJson } from '../../content/parse-json.ts'
import { Turn } from '../../content/turn.ts'
import type { Call } from '../call.ts'
import { readFor, type WaitingClient, waitingClient } from '../waiting-client.ts'
import { Room } from './room.ts'

/** In characters of stored content; shorter pages never wait. */
const SHORT = 1024 * 1024
/** How much of what is known of a table's documents is still taken for true after a page of shorter ones. */
const FORGETTING = 0.999

/** Pages that may be long: so many of them are in memory as they were read. */
const pages = new Room(4)
/** Characters of content that answers are made of at the same time. What is made of them takes several times as much. */
const contents = new Room(48 * 1024 * 1024)

/** A query that takes longer holds no place: whoever sends slow ones must not keep others from long pages. */
const LONGEST_READ_MS = 250
/** A hook that never settles keeps nobody else waiting for good. */
const LONGEST_MAKING_MS = 30_000

type ListAnswer = Extract<Answer, { readonly kind: 'list' }>

/** About how long the documents of each table are, for each application. */
const known = new WeakMap<object, Map<string, number>>()

/** Tells how much was read, before more is made of it. */
type Tell = (read: readonly { readonly json: string }[]) => Promise<void>

/**
 * Makes a page of documents that may be long. A hundred of them can be a hundred megabytes, and a client may ask for them many times at
 * once: few such pages are made at a time, while everybody else is served, and nothing is kept of them but their text. Calls in
 * the same process get what they ask for, at once.
 */
export async function makePage(
  { runtime: { storage } }: Call,
  table: string,
  limit: number,
  make: (tell: Tell) => Promise<ListAnswer>,
): Promise<ListAnswer> {
  const client = waitingClient()
  if (!client || client.hasRoom) return make(async () => undefined)
  const lengths = known.get(storage) ?? new Map<string, number>()
  known.set(storage, lengths)
  let isLong = false
  const mayBeLong = limit * (lengths.get(table) ?? 0) > SHORT
  if (mayBeLong) await pages.take(1)
  const held = { places: mayBeLong ? 1 : 0, length: 0 }
  const leave = () => {
    clearTimeout(timer)
    if (held.places > 0) pages.giveBack(held.places)
    if (held.length > 0) contents.giveBack(held.length)
    held.places = held.length = 0
  }
  let timer = mayBeLong ? setTimeout(leave, LONGEST_READ_MS) : undefined
  try {
    const page = await readFor(withRoom(client), () => make(tell))
    return isLong ? { ...page, docs: await asTexts(page.docs) } : page
  } finally {
    leave()
  }

  async function tell(read: Parameters<Tell>[0]): Promise<void> {
    clearTimeout(timer)
    const length = read.reduce((sum, { json }) => sum + json.length, 0)
    lengths.set(table, Math.max(length / Math.max(1, read.length), (lengths.get(table) ?? 0) * FORGETTING))
    if (length <= SHORT) return
    await contents.take(length)
    isLong = true
    held.length = length
    timer = setTimeout(leave, LONGEST_MAKING_MS)
  }
}

function withRoom(client: WaitingClient): WaitingClient {
  return {
    get gone() {
      return client.gone
    },
    hasRoom: true,
  }
}

/** What the texts are made of takes several times as much memory. */
async function asTexts(docs: readonly PresentedDocument[]): Promise<PresentedDocument[]> {
  const turn = new Turn()
  const texts: PresentedDocument[] = []
  for (const doc of docs) {
    texts.push(new TextOfDocument(doc))
    if (turn.isOver) await turn.letOthersIn()
  }
  return texts
}

class TextOfDocument implements PresentedDocument {
  readonly id: string
  readonly revision: number
  readonly isPlain: boolean
  readonly text: string

  constructor({ id, revision, isPlain, text }: PresentedDocument) {
    this.id = id
    this.revision = revision
    this.isPlain = isPlain
    this.text = text
  }

  get value(): JsonObject {
    return parseJson(this.text) as JsonObject
  }
}
