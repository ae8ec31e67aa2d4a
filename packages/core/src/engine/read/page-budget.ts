import type { JsonObject } from '../../contracts/json.ts'
import type { Answer, PresentedDocument } from '../../contracts/answer.ts'
import { parseJson } from '../../content/parse-json.ts'
import { Budget, type GiveBack } from '../budgets/budget.ts'
import type { Call } from '../call.ts'
import { ClientTimeSlice, mayGo, waitingClient } from '../waiting-client.ts'
import { onceFor } from '../../content/once-for.ts'

/** In characters of stored content; shorter pages skip the queue. */
const SHORT = 1024 * 1024
/** In characters of further content of a response. */
const LITTLE = 256 * 1024

const waiting = {
  mostWaiting: 1_000,
  patience: 5_000,
  busy: 'The service is busy with large responses. Try again, or ask for fewer documents at once (`limit`).',
}
/** Slots for reading long pages. */
const pages = new Budget({ whole: 4, ...waiting })
/** Characters of content that are rendered at a time; rendering takes several times that memory. */
const contents = new Budget({ whole: 48 * 1024 * 1024, ...waiting })

/** A slower query gives up its slot: slow queries must not keep other clients from long pages. */
const LONGEST_READ_MS = 250
/** A hook that never settles must not block other clients for good. */
const LONGEST_MAKING_MS = 30_000

type ListAnswer = Extract<Answer, { readonly kind: 'list' }>

interface ExpectedPage {
  readonly table: string
  readonly limit: number
  /** Only some fields are read, so their length says nothing about documents. */
  readonly isPartial?: boolean
}

/** Waits until there is memory to render these documents. Call it between reading and rendering them. */
type ReserveMemory = (read: readonly { readonly json: string }[]) => Promise<void>

/**
 * Reads and renders a page of possibly long documents. A hundred of them may have a hundred megabytes, so only a few
 * such pages are rendered at a time, and only their text is kept. Local calls and writes don't queue. While the page
 * holds a slot or memory, `hasRoom` keeps reads of its hooks and populations from queueing, which could deadlock.
 */
export async function makePageInBudget(
  { runtime: { storage } }: Call,
  { table, limit, isPartial = false }: ExpectedPage,
  make: (reserve: ReserveMemory) => Promise<ListAnswer>,
): Promise<ListAnswer> {
  const client = waitingClient()
  if (!mayGo(client) || client.hasRoom) return make(async () => undefined)
  const lengths = lengthsOf(storage)
  let isLong = false
  // Lengths are unknown before the first read, so assume long documents.
  const mayBeLong = !isPartial && limit * (lengths.get(table) ?? SHORT) > SHORT
  const held: GiveBack[] = mayBeLong ? [await pages.take()] : []
  const leave = () => {
    clearTimeout(timer)
    for (const giveBack of held.splice(0)) giveBack()
  }
  let timer = mayBeLong ? setTimeout(leave, LONGEST_READ_MS) : undefined
  const reserve: ReserveMemory = async (read) => {
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
    const page = await make(reserve)
    return isLong ? { ...page, docs: await asTexts(page.docs) } : page
  } finally {
    if (mayBeLong || isLong) client.hasRoom = false
    leave()
  }
}

/**
 * Runs memory-intensive work when there is room. What a page has reserved also covers everything inserted into it;
 * small work doesn't queue.
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

/** Converts documents to text early, because objects need several times the memory. */
async function asTexts(docs: readonly PresentedDocument[]): Promise<PresentedDocument[]> {
  const slice = new ClientTimeSlice()
  const texts: PresentedDocument[] = []
  for (const doc of docs) {
    texts.push(new TextOfDocument(doc))
    if (slice.isOver) await slice.letOthersIn()
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

/** Decay of the known maximum after shorter documents were read. */
const FORGETTING = 0.999

/** Average document length per table, in characters of stored content. */
class KnownLengths {
  readonly #tables = new Map<string, number>()

  /** Undefined before the first read. */
  get(table: string): number | undefined {
    return this.#tables.get(table)
  }

  learn(table: string, read: readonly { readonly json: string }[]): void {
    if (read.length === 0) return
    const length = read.reduce((sum, { json }) => sum + json.length, 0) / read.length
    this.#tables.set(table, Math.max(length, (this.#tables.get(table) ?? 0) * FORGETTING))
  }
}

/** Average document lengths, per storage. */
export const lengthsOf = onceFor((_: Call['runtime']['storage']) => new KnownLengths())
