import { onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { own, setup } from './library.ts'

onEachDatabase('capabilities and the trash', setup, (app) => {
  const system = () => app().app.local.asSystem().collections.books
  const ask = async (as: string | undefined, body: object) => {
    const answer = await app().request('POST', '/api/access/collections/books', { as, body })
    expect(answer.status).toBe(200)
    return answer.body.operations as Record<string, boolean>
  }

  it('show what can be done to a live document: it cannot be restored', async () => {
    const { id } = await system().create(own[1])
    expect(await ask('boss', { id })).toMatchObject({
      read: true,
      update: true,
      delete: true,
      duplicate: true,
      restoreDeleted: false,
      deletePermanent: false,
    })
  })

  it('show what can be done to a document in the trash, and by whom', async () => {
    const { id } = await system().create(own[1])
    await system().delete(id)
    const nothing = { read: false, update: false, delete: false, restoreDeleted: false, deletePermanent: false }
    expect(await ask('boss', { id })).toMatchObject(nothing)
    const inTrash = { read: true, update: false, delete: false, duplicate: false }
    expect(await ask('boss', { id, trash: true })).toMatchObject({
      ...inTrash,
      restoreDeleted: true,
      deletePermanent: true,
    })
    expect(await ask('editor', { id, trash: true })).toMatchObject({
      ...inTrash,
      restoreDeleted: true,
      deletePermanent: false,
    })
    expect(await ask('reader', { id, trash: true })).toMatchObject(nothing)
    expect(await ask(undefined, { id, trash: true })).toMatchObject(nothing)
  })

  it('show whether the caller may have documents in the trash', async () => {
    expect(await ask('editor', { trash: true })).toMatchObject({ read: true, restoreDeleted: true })
    expect(await ask('reader', { trash: true })).toMatchObject({ read: false, restoreDeleted: false })
  })

  it('have no trash in collections without one', async () => {
    const without = await app().request('POST', '/api/access/collections/shelves', { as: 'boss', body: {} })
    expect(without.body.operations).not.toHaveProperty('restoreDeleted')
    const asked = await app().request('POST', '/api/access/collections/shelves', { as: 'boss', body: { trash: true } })
    expect(asked.status).toBe(422)
    expect(asked.body.error.issues).toMatchObject([{ code: 'unknown_field', path: 'trash' }])
    const selected = await app().request('POST', '/api/access/collections/shelves/selection', {
      as: 'boss',
      body: { trash: true },
    })
    expect(selected.body.error.issues).toMatchObject([{ code: 'unknown_field', path: 'trash' }])
  })

  it('and selections find documents in the trash, for users who may delete them', async () => {
    const { id } = await system().create(own[1])
    const { id: live } = await system().create({ title: 'Live' })
    await system().delete(id)
    const select = async (as: string, body: object) =>
      (await app().request('POST', '/api/access/collections/books/selection', { as, body })).body
    expect(await select('boss', { trash: true })).toEqual({ ids: [id], totalDocs: 1, truncated: false })
    expect(await select('boss', {})).toEqual({ ids: [live], totalDocs: 1, truncated: false })
    expect((await select('reader', { trash: true })).error.code).toBe('forbidden')
    expect((await select('boss', { trash: 'yes' })).error).toMatchObject({
      code: 'validation',
      issues: [{ path: 'trash', code: 'type' }],
    })
  })
})
