// @module-tag release
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { AppFolder } from '../../process/cli/quire-process.ts'
import { findBrowser, openBrowser } from './browser.ts'
import { buildAdmin } from './build-admin.ts'

const found = findBrowser()

const config = (fields: string) => `
  import { collection, defineConfig, f, sqlite } from 'quirecms'
  export default defineConfig({
    database: sqlite('./data/notes.db'),
    server: { rateLimit: false },
    collections: {
      users: collection({ auth: { bootstrap: {} }, fields: {} }),
      notes: collection({ fields: { title: f.text(), ${fields} } }),
    },
  })`

/**
 * The service must restart on the same port. Uses a port below the ephemeral range, because a connection of another
 * test could take one of those meanwhile.
 */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const server = createServer()
    server.listen(20_000 + Math.floor(Math.random() * 12_000), '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    return port
  }
  throw new Error('no port is free')
}

describe.skipIf(found === null)('the admin app of quire dev', () => {
  let browser: Browser
  beforeAll(async () => {
    buildAdmin()
    browser = await openBrowser(found ?? '')
  })

  it('follows changes of the configuration, and keeps unsaved text', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': config('') })
    const quire = await folder.serve(['dev', '--port', String(await freePort())])
    const page = await browser.newPage({ locale: 'en' })
    onTestFinished(() => page.close())
    await page.goto(`${quire.address}/`)
    await page.getByLabel('Email').fill('ann@example.com')
    await page.getByLabel('Password').first().fill('a long secret of mine')
    await page.getByRole('button').last().click()
    await page.getByRole('heading', { name: /Hello/ }).waitFor()
    await page.goto(`${quire.address}/admin/collections/notes/new`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Not saved yet')
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))

    await folder.write('quire.config.ts', config('colour: f.text()'))
    await page.getByRole('textbox', { name: 'Colour' }).fill('Red')
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Not saved yet')

    await folder.write('quire.config.ts', config('colour: f.txt()'))
    await page.getByText('The service isn’t running').waitFor()
    await quire.until(() => quire.stdout.includes('waiting for the next change'))
    expect(quire.stderr).toContain('f.txt is not a function')
    expect(await page.getByRole('textbox', { name: 'Colour' }).inputValue()).toBe('Red')

    await folder.write('quire.config.ts', config('colour: f.text(), size: f.number()'))
    await page.getByLabel('Size').waitFor()
    await page.getByText('The service isn’t running').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Create' }).click()
    const stored = async () => {
      const answer = await page.request.get(`${quire.address}/api/collections/notes`)
      return ((await answer.json()) as { docs: object[] }).docs
    }
    await expect.poll(stored).toMatchObject([{ title: 'Not saved yet', colour: 'Red' }])
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
    await page.close()
  })

  it('sends no such request to a service in production', async () => {
    const folder = await AppFolder.create({ 'quire.config.ts': config('') })
    const quire = await folder.serve(['start', '--migrate', '--port', '0'])
    const page = await (await fetch(`${quire.address}/admin/`)).text()
    expect(page).toContain('<base href="/admin/" />')
    expect(page).not.toContain('quire-development')
    const asked = await fetch(`${quire.address}/admin/development`)
    expect(asked.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })
})
