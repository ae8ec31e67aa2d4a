import { expect, it } from 'vitest'
import { sendGuarded } from '../../../packages/files/src/guarded-request.ts'

it('a request that was aborted before it started resolves no host name', async () => {
  const asked: string[] = []
  const network = {
    resolve: async (hostname: string) => {
      asked.push(hostname)
      throw new Error('There is no such name.')
    },
    isAllowed: () => true,
  }
  const outgoing = { url: new URL('https://nowhere.example'), method: 'POST', headers: {}, body: '' } as const
  await expect(sendGuarded({ ...outgoing, signal: AbortSignal.abort() }, network)).rejects.toThrow(/abort/i)
  expect(asked).toEqual([])
  const { signal } = new AbortController()
  await expect(sendGuarded({ ...outgoing, signal }, network)).rejects.toThrow('There is no such name.')
  expect(asked).toEqual(['nowhere.example'])
})
