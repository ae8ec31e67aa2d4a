import { createClient } from '@quirecms/sdk'
import { expect, it } from 'vitest'

it.each([
  ['its own fields', { where: { or: [{ title: { equals: 'a.b' } }] }, sort: ['-title'] }, true],
  ['what it shows of others', { populate: { author: true } }, false],
  ['a condition on what it leads to', { where: { and: [{ 'author.name': { equals: 'Ann' } }] } }, false],
  ['an order by what it leads to', { sort: ['title', '-author.name'] }, false],
])('a live list is updated after a change of everything that it depends on: %s', async (_, query, isAlone) => {
  const { promise, resolve } = Promise.withResolvers<URL>()
  const client = createClient({
    baseUrl: 'http://quire.test',
    fetch: (input) => {
      resolve(new URL(input instanceof Request ? input.url : input))
      return Promise.resolve(new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }))
    },
  })
  const stop = client.live.find('posts', query as never, () => expect.unreachable())
  expect((await promise).searchParams.get('collections')).toBe(isAlone ? 'posts' : null)
  stop()
})
