import type { JsonObject } from '@quirecms/core'
import { createTestApp } from '@quirecms/testkit'
import { expect, inject, onTestFinished, test } from 'vitest'
import { magazine, signUp } from '../../engine/schedule/magazine.ts'
import { DescribedAnswers } from './described-answers.ts'

test('locks, schedules and previews match the description', async () => {
  const app = await createTestApp(magazine, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
  onTestFinished(() => app.close())
  const editor = await signUp(app, 'editor')
  const answers = new DescribedAnswers((await app.request('GET', '/api/openapi.json')).body as JsonObject)
  async function call(status: number, method: string, path: string, body?: object, headers: object = editor.headers) {
    const answer = await app.request(method, path, { body, headers: { ...headers } })
    expect(answer.status, answer.text).toBe(status)
    expect(answers.deviations(method, path, answer), `${method} ${path}`).toEqual([])
    return answer.body as { doc: { id: string }; token: string }
  }
  const { doc } = await call(201, 'POST', '/api/collections/articles', { title: 'A' })
  const one = `/api/collections/articles/${doc.id}`

  const runAt = new Date(Date.now() + 3_600_000).toISOString()
  const { doc: job } = await call(201, 'POST', `${one}/schedule`, { runAt })
  await call(422, 'POST', `${one}/schedule`, { runAt: 'soon' })
  await call(200, 'GET', `${one}/schedule?limit=1`)
  await call(200, 'DELETE', `${one}/schedule/${job.id}`)
  await call(409, 'DELETE', `${one}/schedule/${job.id}`)
  await call(404, 'DELETE', `${one}/schedule/nothing`)
  await call(401, 'GET', `${one}/schedule`, undefined, {})

  await call(200, 'GET', `${one}/lock`)
  await call(200, 'POST', `${one}/lock`)
  await call(200, 'GET', `${one}/lock`)
  await call(409, 'POST', `${one}/lock`, {}, (await signUp(app, 'editor')).headers)
  await call(200, 'DELETE', `${one}/lock`)

  const preview = `/api/preview/collections/articles/${doc.id}`
  const { token } = await call(201, 'POST', `${preview}/token`)
  const withToken = { authorization: `Bearer ${token}` }
  await call(200, 'GET', `${preview}?depth=1`, undefined, withToken)
  await call(401, 'GET', preview, undefined, {})
  await call(400, 'GET', `${preview}?draft=true`, undefined, withToken)
  await call(201, 'POST', '/api/preview/globals/site/token')
  await call(401, 'GET', '/api/preview/globals/site', undefined, withToken)
  await call(200, 'POST', '/api/preview/token/revoke', { token })
  await call(404, 'POST', '/api/preview/token/revoke', { token })
})
