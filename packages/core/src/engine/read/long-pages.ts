import type { JsonObject } from '../../contracts/json.ts'
import type { Answer, PresentedDocument } from '../../contracts/answer.ts'
import { parseJson } from '../../content/parse-json.ts'
import { Budget, type GiveBack } from '../budgets/budget.ts'
import type { Call } from '../call.ts'
import { mayGo, waitingClient } from '../waiting-client.ts'
import { ClientTurn } from './client-turn.ts'
import { lengthsOf } from './known-lengths.ts'

/** In characters of stored content; shorter pages never wait. */
const SHORT = 1024 * 1024
/** In characters of what is put into an answer besides. */
const LITTLE = 256 * 1024

const waiting = {
  mostWaiting: 1_000,
  patience: 5_000,
  busy: 'The service is busy with long answers. Try again, or ask for fewer documents at once (`limit`).',
}
/** Pages that may be long: so many of them are in memory as they were read. */
const pages = new Budget({ whole: 4, ...waiting })
/** Characters of content that answers are made of at the same time. What is made of them takes several times as much. */
const contents = new Budget({ whole: 48 * 1024 * 1024, ...waiting })

/** A slower query gives up its slot: slow queries must not keep other clients from long pages. */
const LONGEST_READ_MS = 250
/** A hook that never settles must not block other clients for good. */
const LONGEST_MAKING_MS = 30_000

type ListAnswer = Extract<Answer, { readonly kind: 'list' }>

/** What is known of a page before it is read. */
interface ExpectedPage {
  readonly table: string
  readonly limit: number
  /** Of the documents, only some fields are read, which tells nothing of their length. */
  readonly isPartial?: boolean
}

/** Tells how much was read, before more is made of it. */
type Tell = (read: readonly { readonly json: string }[]) => Promise<void>

/**
 * Makes a page of documents that may be long. A hundred of them can be a hundred megabytes, and a client may ask for them many times at
 * once: few such pages are made at a time, while everybody else is served, and nothing is kept of them but their text. Calls in
 * the same process get what they ask for, at once, and so do writes, which others wait for.
 */
export async function makePage(
  { runtime: { storage } }: Call,
  { table, limit, isPartial = false }: ExpectedPage,
  make: (tell: Tell) => Promise<ListAnswer>,
): Promise<ListAnswer> {
  const client = waitingClient()
  if (!mayGo(client) || client.hasRoom) return make(async () => undefined)
  const lengths = lengthsOf(storage)
  let isLong = false
  // Before any was read, hundreds could ask for what turns out to be long.
  const mayBeLong = !isPartial && limit * (lengths.get(table) ?? SHORT) > SHORT
  const held: GiveBack[] = mayBeLong ? [await pages.take()] : []
  const leave = () => {
    clearTimeout(timer)
    for (const giveBack of held.splice(0)) giveBack()
  }
  let timer = mayBeLong ? setTimeout(leave, LONGEST_READ_MS) : undefined
  const tell: Tell = async (read) => {
    clearTimeout(timer)
    let length = 0
    for (const { json } of read) length += json.length
    if (!isPartial) lengths.learn(table, read)
    if (length <= SHORT) return
    held.push(await contents.take({ weight: length }))
    isLong = client.hasRoom = true
    timer = setTimeout(leave, LONGEST_MAKING_MS)
  }
  if (mayBeLong) client.hasRoom = true
  try {
    const page = await make(tell)
    return isLong ? { ...page, docs: await asTexts(page.docs) } : page
  } finally {
    if (mayBeLong || isLong) client.hasRoom = false
    leave()
  }
}

/**
 * Does what will take so much memory once there is room for it. What is taken for a page is enough for all that is put into it, and what
 * takes little does not wait.
 */
export async function withRoomFor<T>(length: number, work: () => Promise<T>): Promise<T> {
  const client = waitingClient()
  if (!mayGo(client) || client.hasRoom || length <= LITTLE) return work()
  const giveBack = await contents.take({ weight: length })
  const timer = setTimeout(giveBack, LONGEST_MAKING_MS)
  client.hasRoom = true
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    client.hasRoom = false
    giveBack()
  }
}

/** What the texts are made of takes several times as much memory. */
async function asTexts(docs: readonly PresentedDocument[]): Promise<PresentedDocument[]> {
  const turn = new ClientTurn()
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
