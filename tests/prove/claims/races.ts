import type { Claim, Round } from '../claim.ts'
import type { Answer, HttpClient } from '../world/http.ts'
import { type Pair, withPair } from '../world/pair.ts'

const TAGS = '/api/collections/tags'
const SHELVES = '/api/collections/shelves'

interface Race extends Pick<Round, 'tally' | 'random'> {
  readonly pair: Pair
  readonly number: number
}

/** Makes concurrent calls of several processes, and checks that the result is possible for sequential ones. */
export const races: Claim = {
  name: 'races',
  promise:
    'Of calls that meet, with `If-Match`, at a unique value, at `restrict` or at `clear`, one wins, and nothing is left that no order explains.',
  weight: 2,
  dialects: ['sqlite', 'postgres'],
  run: ({ surroundings, dialect, random, tally, size }) =>
    withPair(surroundings, dialect, async (pair) => {
      const rounds = size === 'small' ? 2 : 40
      for (let number = 0; number < rounds; number += 1)
        for (const race of [ifMatch, unique, restrict, clear, counting]) {
          await race({ pair, tally, random, number })
          tally.add(`races: ${race.name}`)
        }
      const doctor = await pair.world.run('doctor')
      tally.expect(doctor.code === 0, `doctor: ${doctor.output}`)
    }),
}

/** The same call, several times at once, on both instances. */
function together(
  pair: Pair,
  times: number,
  call: (client: HttpClient, index: number) => Promise<Answer>,
): Promise<Answer[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => call(index % 2 === 0 ? pair.one : pair.other, index)))
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).join(', ')
const idOf = ({ body }: Answer) => (body as { doc: { id: string } }).doc.id

async function tag({ pair }: Race, data: object): Promise<string> {
  return idOf(await pair.one.call('POST', TAGS, { headers: pair.world.as('editor'), body: data }))
}

async function ifMatch(race: Race): Promise<void> {
  const { pair, tally, number } = race
  const headers = { ...pair.world.as('editor'), 'if-match': '"1"' }
  const id = await tag(race, { name: `if-match ${number}` })
  const answers = await together(pair, 8, (client, index) =>
    client.call('PATCH', `${TAGS}/${id}`, { headers, body: { count: index } }),
  )
  const won = answers.filter(({ status }) => status === 200)
  tally.expect(won.length === 1, `${won.length} of 8 changes of revision 1 were made: ${statuses(answers)}`)
  tally.expect(
    answers.every(({ status }) => status === 200 || status === 409),
    `If-Match was answered with ${statuses(answers)}`,
  )
  const { doc } = (await pair.other.call('GET', `${TAGS}/${id}`)).body as { doc: { revision: number; count: number } }
  const stored = won.map(({ body }) => (body as { doc: { count: number } }).doc.count)
  tally.expect(doc.revision === 2 && stored.includes(doc.count), 'another one than who won is stored')
}

async function unique({ pair, tally, number }: Race): Promise<void> {
  const headers = pair.world.as('editor')
  const body = { name: `unique ${number}` }
  const answers = await together(pair, 8, (client) => client.call('POST', TAGS, { headers, body }))
  const won = answers.filter(({ status }) => status === 201)
  tally.expect(won.length === 1, `${won.length} of 8 documents with one unique value were made: ${statuses(answers)}`)
  tally.expect(
    answers.every(({ status }) => status === 201 || status === 422 || status === 409),
    `a unique value was answered with ${statuses(answers)}`,
  )
  const where = encodeURIComponent(JSON.stringify({ name: { equals: body.name } }))
  const { docs } = (await pair.other.call('GET', `${TAGS}?where=${where}`)).body as { docs: unknown[] }
  tally.expect(docs.length === 1, `${docs.length} documents have one unique value`)
}

/** A shelf is deleted while others add items to it. */
async function restrict({ pair, tally, number, random }: Race): Promise<void> {
  const headers = pair.world.as('editor')
  const shelf = idOf(await pair.one.call('POST', SHELVES, { headers, body: { name: 'shelf' } }))
  const remover = random.below(6)
  const answers = await together(pair, 6, (client, index) =>
    index === remover
      ? client.call('DELETE', `${SHELVES}/${shelf}`, { headers })
      : client.call('POST', TAGS, { headers, body: { name: `restrict ${number} ${index}`, shelf } }),
  )
  const isDeleted = answers[remover]?.status === 200
  const made = answers.filter(({ status }) => status === 201).length
  tally.expect(
    isDeleted ? made === 0 : made === 5,
    `a shelf was ${isDeleted ? '' : 'not '}deleted, and ${made} tags were put on it: ${statuses(answers)}`,
  )
  tally.expect(
    answers.every(({ status }) => status < 500),
    `restrict was answered with ${statuses(answers)}`,
  )
  const where = encodeURIComponent(JSON.stringify({ shelf: { equals: shelf } }))
  const { docs } = (await pair.other.call('GET', `${TAGS}?where=${where}`)).body as { docs: unknown[] }
  tally.expect(
    docs.length === (isDeleted ? 0 : made),
    `${docs.length} tags stand on a shelf that is ${isDeleted ? 'gone' : 'there'}`,
  )
}

/** A tag is deleted while others add children to it. */
async function clear(race: Race): Promise<void> {
  const { pair, tally, number, random } = race
  const headers = pair.world.as('editor')
  const above = await tag(race, { name: `clear ${number}` })
  const below = await Promise.all([1, 2, 3, 4, 5].map((index) => tag(race, { name: `clear ${number} ${index}` })))
  const remover = random.below(6)
  const answers = await together(pair, 6, (client, index) =>
    index === remover
      ? client.call('DELETE', `${TAGS}/${above}`, { headers })
      : client.call('PATCH', `${TAGS}/${below[index > remover ? index - 1 : index]}`, { headers, body: { above } }),
  )
  tally.expect(answers[remover]?.status === 200, `a deletion with clear was answered with ${answers[remover]?.status}`)
  tally.expect(
    answers.every(({ status }) => [200, 409, 422].includes(status)),
    `clear was answered with ${statuses(answers)}`,
  )
  for (const id of below) {
    const { doc } = (await pair.other.call('GET', `${TAGS}/${id}`)).body as { doc: { above: string | null } }
    tally.expect(doc.above === null, `${id} points to ${doc.above}, which is deleted`)
  }
}

/** Relative changes, without If-Match: none is lost. */
async function counting(race: Race): Promise<void> {
  const { pair, tally, number } = race
  const headers = pair.world.as('editor')
  const id = await tag(race, { name: `counting ${number}` })
  const answers = await together(pair, 8, (client) =>
    client.call('PATCH', `${TAGS}/${id}`, { headers, body: { count: { increment: 1 } } }),
  )
  const done = answers.filter(({ status }) => status === 200).length
  const { doc } = (await pair.one.call('GET', `${TAGS}/${id}`)).body as { doc: { count: number; revision: number } }
  tally.expect(
    doc.count === done && doc.revision === done + 1,
    `${done} of 8 additions were acknowledged, and ${doc.count} are stored: ${statuses(answers)}`,
  )
  tally.expect(done > 0, `no addition was made: ${answers[0]?.text.slice(0, 200)}`)
}
