import { randomBytes } from 'node:crypto'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ObjectStore } from '@quirecms/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from './must.ts'

export function objectStoreContract(title: string, open: () => Promise<ObjectStore>): void {
  describe(`storage of objects: ${title}`, () => {
    let store: ObjectStore
    beforeAll(async () => {
      store = await open()
      await mkdir(store.workFolder, { recursive: true })
    })
    afterAll(() => store.close())

    const newKey = () => `${randomBytes(16).toString('hex')}.bin`

    async function put(content: Uint8Array, key = newKey()): Promise<string> {
      const path = join(store.workFolder, randomBytes(8).toString('hex'))
      await writeFile(path, content)
      await store.put(key, { path, size: content.length, mimeType: 'application/octet-stream' })
      await expect(access(path)).rejects.toThrow()
      return key
    }

    async function read(key: string, range?: { start: number; end: number }): Promise<Buffer | null> {
      const bytes = await store.open(key, range)
      return bytes && Buffer.concat(await Array.fromAsync(bytes as AsyncIterable<Uint8Array>))
    }

    it('stores an object, and deletes it', async () => {
      const content = randomBytes(300_000)
      expect((await read(await put(content)))?.equals(content)).toBe(true)
      expect((await read(await put(Buffer.alloc(0))))?.length).toBe(0)
    })

    it('reads a range', async () => {
      const key = await put(Buffer.from('abcdefghij'))
      expect((await read(key, { start: 2, end: 4 }))?.toString()).toBe('cde')
      expect((await read(key, { start: 9, end: 9 }))?.toString()).toBe('j')
    })

    it('reports missing objects', async () => {
      expect(await store.open(newKey())).toBeNull()
      expect(await store.copy(newKey(), newKey())).toBe(false)
      await store.remove([newKey(), newKey()])
    })

    it('copies and deletes objects independently', async () => {
      const key = await put(Buffer.from('one'))
      const copy = newKey()
      expect(await store.copy(key, copy)).toBe(true)
      await store.remove([key])
      expect(await read(key)).toBeNull()
      expect((await read(copy))?.toString()).toBe('one')
    })

    it('lists its objects', async () => {
      const keys = [await put(Buffer.from('a')), await put(Buffer.from('b'))]
      expect(await Array.fromAsync(store.list())).toEqual(expect.arrayContaining(keys))
      await store.remove(keys)
      const left = await Array.fromAsync(store.list())
      expect(left.filter((key) => keys.includes(key))).toEqual([])
    })

    it('stops reading when its reader does', async () => {
      const key = await put(randomBytes(5_000_000))
      const bytes = must(await store.open(key), 'stream')
      bytes.read(1)
      bytes.destroy()
      expect(bytes.destroyed).toBe(true)
    })

    it('refuses malformed keys', async () => {
      for (const key of ['../../etc/passwd', '', 'a', `${'a'.repeat(32)}/x`])
        await expect(store.open(key)).rejects.toThrow()
    })

    it('is writable', async () => {
      await expect(store.check()).resolves.toBeUndefined()
    })
  })
}
