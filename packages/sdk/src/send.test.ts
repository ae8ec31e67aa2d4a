import { describe, expect, it } from 'vitest'
import { tagsOf } from './send.ts'
import { createClient, rowsOf } from './create-client.ts'
import { fileForm } from './file-form.ts'
import { imgTag } from './html.ts'

type Methods = Record<string, (...args: unknown[]) => Promise<object>>

function clientOf(answer: (init: RequestInit) => Response | Promise<Response>) {
  const sent: RequestInit[] = []
  const fetch = async (_: unknown, init: RequestInit = {}) => {
    sent.push(init)
    return answer(init)
  }
  const client = createClient({ baseUrl: 'http://cms.test', fetch, retries: 0 })
  return { posts: client.collection('posts') as unknown as Methods, sent }
}

const header = (init: RequestInit | undefined, name: string) => new Headers(init?.headers).get(name)

describe('a call', () => {
  it('sends a revision or a type only if there is one', async () => {
    const { posts, sent } = clientOf(() => Response.json({ doc: {} }))
    await posts['findOne']?.('p1')
    await posts['update']?.('p1', { title: 'x' }, { ifMatch: 3 })
    expect(sent.map((one) => [header(one, 'if-match'), header(one, 'content-type'), one.body])).toEqual([
      [null, null, undefined],
      ['"3"', 'application/json', '{"title":"x"}'],
    ])
  })

  it('leaves the content type of a form to fetch, which adds its boundary', async () => {
    const { posts, sent } = clientOf(() => Response.json({ doc: {} }))
    await posts['create']?.({ alt: 'Hill', file: new Blob(['x']) })
    expect([header(sent[0], 'content-type'), sent[0]?.body]).toEqual([null, expect.any(FormData)])
  })

  it('that is aborted throws the abort reason, and one without a response says so', async () => {
    const leaving = new AbortController()
    const given = clientOf(({ signal }) => {
      leaving.abort(new Error('given up'))
      throw signal?.reason
    })
    await expect(given.posts['findOne']?.('p1', { signal: leaving.signal })).rejects.toThrow('given up')
    const lost = clientOf(() => {
      throw new TypeError('fetch failed')
    })
    await expect(lost.posts['findOne']?.('p1')).rejects.toMatchObject({ code: 'network', cause: expect.any(TypeError) })
  })

  it('with a response that is not JSON fails, even with a success status', async () => {
    const { posts } = clientOf(() => new Response('<html>', { status: 200 }))
    await expect(posts['findOne']?.('p1')).rejects.toMatchObject({ status: 200 })
  })
})

describe('cache tags of a response', () => {
  it.each<[string, Record<string, string>, readonly string[]]>([
    ['are none without the header', {}, []],
    ['are separated by commas', { 'cache-tag': 'posts, posts:1,, ' }, ['posts', 'posts:1']],
    ['are separated by blanks', { 'surrogate-key': 'posts posts:1' }, ['posts', 'posts:1']],
    ['have several headers to be in', { xkey: 'posts' }, ['posts']],
  ])('%s', async (_, headers, tags) => {
    const { posts } = clientOf(() => Response.json({ docs: [], pagination: {} }, { headers }))
    const list = (await posts['find']?.()) ?? {}
    expect(tagsOf(list)).toEqual(tags)
  })

  it('are attached to the document, and to no other object', async () => {
    const { posts } = clientOf(() => Response.json({ doc: { id: 'p1' } }, { headers: { 'cache-tag': 'posts:p1' } }))
    expect(tagsOf((await posts['findOne']?.('p1')) ?? {})).toEqual(['posts:p1'])
    expect(tagsOf({ id: 'p1' })).toEqual([])
  })
})

describe('a form with a file', () => {
  const partsOf = async (form: FormData | null) =>
    form &&
    Promise.all(
      [...form].map(async ([name, value]) =>
        typeof value === 'string' ? [name, value] : [name, value.name, await value.text()],
      ),
    )

  it.each<[string, unknown, unknown]>([
    ['is made of a file', { file: new File(['x'], 'a.txt') }, [['file', 'a.txt', 'x']]],
    ['is made of a blob', { file: new Blob(['x']) }, [['file', 'file', 'x']]],
    [
      'has the data first',
      { file: new File(['x'], 'a.txt'), alt: 'A' },
      [
        ['data', '{"alt":"A"}'],
        ['file', 'a.txt', 'x'],
      ],
    ],
    ['is made of bytes', { file: { name: 'b.txt', content: new TextEncoder().encode('y') } }, [['file', 'b.txt', 'y']]],
    [
      'is made of a buffer',
      { file: { name: 'b.txt', content: new TextEncoder().encode('y').buffer } },
      [['file', 'b.txt', 'y']],
    ],
    ['is made of a named blob', { file: { name: 'c.txt', content: new Blob(['z']) } }, [['file', 'c.txt', 'z']]],
    ['is none of data without a file', { alt: 'A' }, null],
    ['is none of nothing', null, null],
    ['is none of text', 'file', null],
    ['is none of a field that is named so', { file: 'a.txt' }, null],
    ['is none of no file', { file: null }, null],
    ['is none of a name alone', { file: { name: 'a.txt' } }, null],
    ['is none of content alone', { file: { content: new Blob(['x']) } }, null],
    ['is none of content that is text', { file: { name: 'a.txt', content: 'x' } }, null],
  ])('%s', async (_, body, parts) => expect(await partsOf(fileForm(body))).toEqual(parts))
})

describe('methods of a plugin', () => {
  it('define their path, arguments and result', () =>
    expect(
      rowsOf({
        key: 'likes',
        methods: {
          top: { method: 'GET', path: '/top', input: { type: 'object' }, output: {} },
          add: { method: 'POST', path: '/:collection/:id', input: { type: 'object' }, output: {} },
          take: { method: 'DELETE', path: '/:id', input: { type: 'object' }, output: {} },
          reset: { method: 'POST', path: '/reset', output: {} },
          entries: { method: 'GET', path: '/entries', output: {}, answer: 'list' },
        },
      }),
    ).toEqual({
      top: 'GET /api/plugins/likes/top - value',
      add: 'POST /api/plugins/likes/{collection}/{id} collection,id,body value',
      take: 'DELETE /api/plugins/likes/{id} id value',
      reset: 'POST /api/plugins/likes/reset - value',
      entries: 'GET /api/plugins/likes/entries - list',
    }))
})

describe('the attributes of a picture', () => {
  it('include those that are given, and omit null ones', () => {
    const picture = { url: '/a.jpg', width: 2, height: 1, alt: 'Hill' }
    const given = { loading: null, class: 'hero', 'x y': 'no' }
    expect(imgTag(picture, { baseUrl: 'https://cms.test//', attributes: given })).toBe(
      '<img src="https://cms.test/a.jpg" width="2" height="1" alt="Hill" decoding="async" class="hero">',
    )
    expect(imgTag(picture, { alt: '' })).toContain('alt=""')
  })
})
