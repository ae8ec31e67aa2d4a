// @module-tag release
import type { Page } from 'playwright-core'
import { collection, defineConfig, f, UnrecoverableError, job, type RuleArguments, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { findBrowser } from './browser.ts'
import { addFacet } from './choose-field.ts'

const found = findBrowser()
const isAdmin = ({ actor }: RuleArguments) => String(actor?.['roles']).includes('admin')

/** Releases the job; until then, it fails with `refuses`. */
const world = { refuses: true, release: () => undefined as void }

const config = defineConfig({
  database: sqlite(':memory:'),
  admin: { users: 'users' },
  collections: { users: collection({ auth: true, fields: { name: f.text(), roles: f.text({ many: true }) } }) },
  queue: { access: { read: isAdmin, manage: isAdmin } },
  jobs: {
    sendIssue: job({
      label: { en: 'Send an issue', de: 'Ausgabe senden' },
      description: 'To all who have subscribed.',
      input: {
        type: 'object',
        required: ['issue'],
        additionalProperties: false,
        properties: { issue: { type: 'integer', minimum: 1 }, secret: { type: 'string', writeOnly: true } },
      },
      access: { queue: ({ actor }) => actor !== null },
      run: ({ input }) => {
        if (world.refuses) throw new UnrecoverableError(`Issue ${input.issue} has no taker.`)
        return { sent: 128 }
      },
    }),
    rebuild: job({
      run: async ({ progress, signal }) => {
        progress(3, 12, 'pages')
        await new Promise<void>((resolve) => {
          world.release = resolve
          signal.addEventListener('abort', () => resolve())
        })
        signal.throwIfAborted()
      },
    }),
    nightly: job({ schedule: { cron: '0 3 * * *', timezone: 'Europe/Berlin' }, run: () => undefined }),
  },
})

describe.skipIf(found === null)('jobs in the admin app', () => {
  let site: AdminSite
  beforeAll(async () => {
    site = await AdminSite.startOther(found ?? '', config)
  })
  afterAll(() => site.close())

  it('are started by hand, show their errors, and are retried', async () => {
    world.refuses = true
    const { page, problems } = await site.openSignedIn('/')
    await page.getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
    // Scheduled jobs run every night.
    await page.getByRole('list', { name: 'Scheduled' }).getByText('0 3 * * * · Europe/Berlin').waitFor()

    await page.getByRole('button', { name: 'Run a job' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('To all who have subscribed.').waitFor()
    const input = dialog.getByRole('textbox', { name: 'Input' })
    expect(JSON.parse(await input.inputValue())).toEqual({ issue: 0 })
    // The form shows errors of the input's schema, and nothing is queued.
    await dialog.getByRole('button', { name: 'Queue it' }).click()
    await dialog.getByText(/issue.*1/).waitFor()
    await input.fill('{ "issue": ')
    expect(await dialog.getByRole('button', { name: 'Queue it' }).isDisabled()).toBe(true)
    await input.fill('{ "issue": 7, "secret": "hidden words" }')
    await dialog.getByRole('button', { name: 'Queue it' }).click()

    // The failure shows without another request of the user.
    const line = page
      .getByRole('list', { name: 'Jobs', exact: true })
      .getByRole('listitem')
      .filter({ hasText: 'Send an issue' })
    await line.getByText('Failed', { exact: true }).waitFor()
    await line.getByText('Send an issue').click()
    await line.getByText('Issue 7 has no taker.').waitFor()
    await line.getByText('"issue": 7').waitFor()
    expect(await page.getByText('hidden words').count()).toBe(0)
    // The request id in the log.
    const requestId = await line
      .getByRole('definition')
      .filter({ has: page.locator('code') })
      .innerText()
    expect(requestId.trim()).not.toBe('')

    world.refuses = false
    await showState(page, 'Failed')
    await line.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Remove filter: State is Failed' }).click()
    await showState(page, 'Finished')
    await line.getByText('Finished', { exact: true }).first().waitFor()
    await line.getByText('Send an issue').click()
    await line.getByText('"sent": 128').waitFor()
    expect(await line.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('show their progress, and are cancelled', async () => {
    const { page } = await site.openSignedIn('/jobs?status=running')
    await page.getByText('No jobs here').waitFor()
    await site.app.local.asSystem().jobs['rebuild']?.({})
    const line = page.getByRole('listitem').filter({ hasText: 'Rebuild' })
    await line.getByText('3 of 12 · pages').waitFor()
    await line.getByRole('button', { name: 'Cancel job' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click()
    await page.getByText('No jobs here').waitFor()
    await page.getByRole('button', { name: 'Remove filter: State is Running' }).click()
    await showState(page, 'Cancelled')
    await line.getByText('Cancelled', { exact: true }).first().waitFor()
  })

  it('are offered to users who may see them; others see their own, and the jobs that they may start', async () => {
    const { page } = await site.openAs('Noor', '/jobs', { role: 'author' })
    await page.getByText('No jobs here').waitFor()
    await page.getByRole('button', { name: 'Run a job' }).click()
    const names = page.getByRole('dialog').getByRole('combobox').locator('option')
    expect(await names.allInnerTexts()).toEqual(['Send an issue'])
    expect(await page.getByRole('list', { name: 'Scheduled' }).count()).toBe(0)
  })
})

const showState = (page: Page, state: string) =>
  addFacet(page, 'State', (form) => form.getByLabel('Value').selectOption(state))
