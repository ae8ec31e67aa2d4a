import { describe, expect, it } from 'vitest'
import type { AnyClient } from './client-types.ts'
import { createClient } from './create-client.ts'
import { OPERATIONS } from './operation-table.ts'

interface Sent {
  readonly url: string
  readonly method: string | undefined
  readonly headers: Headers
  readonly body: string | null
}

/** A client whose requests get this answer, and what it has sent. */
function clientOf(answer: unknown) {
  const sent: Sent[] = []
  const fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = input instanceof Request ? input.url : input.toString()
    const body = typeof init.body === 'string' ? init.body : null
    sent.push({ url, method: init.method, headers: new Headers(init.headers), body })
    return Response.json(answer)
  }
  return { client: createClient({ baseUrl: 'http://cms.test', fetch, retries: 0 }), sent }
}

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>

/** Where the client has the methods of each table. */
function methodsIn(client: AnyClient, place: keyof typeof OPERATIONS): Methods {
  const places: Record<keyof typeof OPERATIONS, unknown> = {
    collections: client.collection('posts'),
    globals: client.global('posts'),
    auth: client.users('posts'),
    account: client.account,
    queue: client.queue,
    application: client,
  }
  return places[place] as Methods
}

function methodCalled(methods: Methods, name: string): Methods[string] {
  const [group = '', own] = name.split('.')
  const found: unknown = own === undefined ? methods[group] : (methods[group] as unknown as Methods)[own]
  if (typeof found !== 'function') throw new Error(`there is no ${name}`)
  return (...args) => Promise.resolve(found(...args))
}

const rows = Object.entries(OPERATIONS).flatMap(([place, table]) =>
  Object.entries(table).map(([name, row]) => ({ place: place as keyof typeof OPERATIONS, name, row })),
)

describe('every method of the client', () => {
  // Streams are followed (tests/http/sdk/live.test.ts), and a passkey is asked of the browser (passkeys.test.ts).
  const isAlone = (row: string) => !row.endsWith(' events') && !row.includes('/passkeys/login ')
  it.each(rows.filter(({ row }) => isAlone(row)))('$name of $place sends $row', async ({ place, name, row }) => {
    const [method, template = '', list = '', kind] = row.split(' ')
    const names = list === '-' ? [] : list.split(',')
    const { client, sent } = clientOf({ doc: { id: 'x' } })
    const body = { title: 'ä' }
    const args = names.map((argument) => (argument === 'body' ? body : `${argument}/1`))
    const answer = await methodCalled(methodsIn(client, place), name)(...args, { depth: 2, ifMatch: 7 })

    const path = template.replaceAll(/\{(\w+)\}/g, (_, part: string) => (part === 'slug' ? 'posts' : `${part}%2F1`))
    expect(sent).toMatchObject([{ url: `http://cms.test${path}?depth=2`, method }])
    expect(sent[0]?.headers.get('if-match')).toBe('"7"')
    // A preview token is neither in the address nor in the body.
    const isToken = names.includes('token') && !template.includes('{token}')
    expect(sent[0]?.headers.get('authorization')).toBe(isToken ? 'Bearer token/1' : null)
    expect(sent[0]?.body).toBe(names.includes('body') ? JSON.stringify(body) : null)
    if (kind === 'stream') expect(answer).toBeInstanceOf(Response)
    else expect(answer).toEqual(kind === 'doc' ? { id: 'x' } : { doc: { id: 'x' } })
  })

  it.each(['', '.', '..'])('addresses only its own resource: %j', async (id) => {
    const { client, sent } = clientOf({})
    await expect(client.collection('posts')['findOne']?.(id)).rejects.toMatchObject({ code: 'not_found', status: 404 })
    expect(sent).toEqual([])
  })

  it('that does not exist throws an error with the existing ones', () => {
    const { client } = clientOf({})
    expect(() => (client.queue as unknown as Methods)['lists']).toThrow(
      'There is no method "lists". Available: cancel, definitions, list, read, retry.',
    )
    // Promises and tools ask for these.
    expect((client.queue as unknown as Methods)['then']).toBeUndefined()
  })
})
