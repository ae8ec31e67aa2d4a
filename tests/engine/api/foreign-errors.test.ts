import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'

/** Errors of drivers, sockets and frameworks, as application code may rethrow them. */
const FOREIGN: Readonly<Record<string, () => unknown>> = {
  'a connection that was reset': () => ({ code: 'ECONNRESET' }),
  'an Error of a socket': () => Object.assign(new Error('s3cret'), { code: 'ECONNRESET', errno: -104 }),
  'an Error with a status': () => Object.assign(new Error('s3cret'), { statusCode: 404, status: 404, expose: true }),
  'an Error of another Fastify': () => Object.assign(new Error('s3cret'), { code: 'FST_ERR_NOT_FOUND' }),
  'an Error of another PostgreSQL': () =>
    Object.assign(new Error('s3cret'), { severity: 'ERROR', code: '23505', constraint: 'x' }),
  'an Error of another SQLite': () => Object.assign(new Error('s3cret'), { errcode: 2067, code: 'ERR_SQLITE_ERROR' }),
  'a text': () => 's3cret',
  nothing: () => undefined,
}

let place = ''
let thrown: () => unknown = () => undefined

const at = (name: string) => () => {
  // What is thrown is what the test is about.
  if (place === name) throw thrown()
}
const rule = (name: string) => () => {
  at(name)()
  return true
}

const config = defineConfig({
  collections: {
    notes: collection({
      fields: { text: f.text({ validate: () => (at('validate')(), true), hooks: { beforeChange: [at('field')] } }) },
      access: { read: rule('read'), create: rule('create'), update: rule('update'), delete: () => true },
      hooks: {
        beforeOperation: [at('beforeOperation')],
        beforeValidate: [at('beforeValidate')],
        beforeChange: [at('beforeChange')],
        afterChange: [at('afterChange')],
        beforeRead: [at('beforeRead')],
      },
    }),
  },
})

const WRITING = ['beforeOperation', 'create', 'beforeValidate', 'validate', 'field', 'beforeChange', 'afterChange']

onEachDatabase('an error that application code throws is internal, whatever its properties', { config }, (app) => {
  beforeEach(() => {
    place = ''
  })

  it.each(Object.entries(FOREIGN))('%s', async (_name, make) => {
    const { id } = await app().app.local.collections.notes.create({ text: 'x' })
    thrown = make
    for (const name of WRITING) {
      place = name
      const { status, body, text } = await app().request('POST', '/api/collections/notes', { body: { text: 'y' } })
      expect([name, status, body.error.code]).toEqual([name, 500, 'internal'])
      expect(text).not.toContain('s3cret')
    }
    for (const name of ['read', 'beforeRead']) {
      place = name
      const { status, body } = await app().request('GET', `/api/collections/notes/${id}`)
      expect([name, status, body.error.code]).toEqual([name, 500, 'internal'])
    }
    for (const name of ['update', 'beforeChange']) {
      place = name
      const { status, body } = await app().request('POST', '/api/collections/notes/bulk', {
        body: { action: 'update', ids: [id], data: { text: 'z' } },
      })
      expect([name, status, body.results[0].error]).toMatchObject([name, 200, { code: 'internal', status: 500 }])
    }
    place = ''
    expect(await app().app.local.collections.notes.find()).toMatchObject({ docs: [{ id, text: 'x' }] })
  })
})
