// @module-tag release
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'

const browser = findBrowser()

const magazine = defineConfig({
  server: { rateLimit: false },
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.select({ options: ['admin'], many: true }) } }),
    media: collection({ label: 'Media', upload: true, fields: { alt: f.text() } }),
    notes: collection({ label: 'Notes', fields: { name: f.text({ required: true }) } }),
    cards: collection({ label: 'Cards', trash: true, fields: { name: f.text({ required: true }) } }),
    posts: collection({
      label: 'Posts',
      versions: true,
      fields: {
        title: f.text({ required: true }),
        about: f.relationship({ to: 'notes' }),
        needs: f.relationship({ to: 'cards', onDelete: 'restrict' }),
        body: f.richText({
          to: ['posts', 'notes', 'cards', 'media'],
          blocks: { quote: { fields: { text: f.textarea({ required: true }), by: f.text() } } },
        }),
        lead: f.richText({ nodes: [], marks: ['bold'] }),
      },
    }),
  },
})

const text = (words: string) => ({ type: 'text', text: words })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const embedded = (relationTo: string, value: string) => ({ type: 'document', attrs: { relationTo, value } })
const linked = (words: string, relationTo: string, value: string) => ({
  ...text(words),
  marks: [{ type: 'link', attrs: { relationTo, value } }],
})

describe.skipIf(browser === null)('references in rich texts, in a browser', () => {
  let site: AdminSite

  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', magazine)
  }, 120_000)
  afterAll(() => site.close())

  const of = (slug: string) => must(site.app.local.asSystem().collections[slug], slug)
  const made = async (slug: string, data: Record<string, unknown>) => (await of(slug).create(data as never)).id
  const post = (title: string, ...content: object[]) => made('posts', { title, body: { type: 'doc', content } })
  const fileOf = (name: string, bytes: string) => made('media', { file: new File([bytes], name) })

  const bodyOf = (page: Page) => page.locator('[data-field="body"]').getByRole('textbox')
  async function choose(page: Page, typed: string, option: string): Promise<void> {
    await page.keyboard.type(typed)
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  it('shows before a deletion which texts and fields use the document, and warns about the trash only then', async () => {
    const [note, used, unused] = [
      await made('notes', { name: 'A note' }),
      await made('cards', { name: 'A card' }),
      await made('cards', { name: 'Unused card' }),
    ]
    await post('Shows it', embedded('notes', note), embedded('cards', used))
    await post('Links to it', paragraph(linked('there', 'notes', note)))
    await made('posts', { title: 'Is about it', about: note })

    const { page, problems } = await site.openSignedIn(`/collections/notes/${note}`)
    const remove = async (name: string) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await remove('Delete…')
    const dialog = page.getByRole('dialog', { name: 'Delete “A note”?' })
    await dialog.getByText('2 texts show or link to this. One field points to this.').waitFor()
    await expect
      .poll(() => dialog.getByRole('listitem').allTextContents())
      .toEqual(expect.arrayContaining(['Shows it', 'Links to it', 'Is about it']))
    expect(await dialog.textContent()).toContain('Those places will show nothing.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await made('notes', { name: 'Unused note' })
    await page.goto(`${site.url}/admin/collections/notes`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const several = page.getByRole('dialog', { name: 'Delete' })
    await several.getByText('One of these is used elsewhere.').waitFor()
    await expect.poll(() => several.getByRole('listitem').allTextContents()).toEqual(['A note It’s used in 3 places.'])
    expect(await several.textContent()).toContain('The places that use them will show nothing.')
    await several.getByRole('button', { name: 'Cancel' }).click()

    await page.goto(`${site.url}/admin/collections/cards/${used}`)
    await remove('Move to trash')
    const trash = page.getByRole('dialog', { name: 'Move to trash' })
    await trash.getByText('One text shows or links to this.').waitFor()
    expect(await trash.textContent()).toContain('Those places can’t show it while it’s in the trash.')
    await trash.getByRole('button', { name: 'Move to trash' }).click()
    await expect.poll(() => of('cards').count({ trash: true })).toEqual({ count: 1 })

    const needed = await made('cards', { name: 'A needed card' })
    await made('posts', { title: 'Needs it', needs: needed })
    await page.goto(`${site.url}/admin/collections/cards/${needed}`)
    await remove('Move to trash')
    await trash.getByText('It can’t be deleted while it’s in use. Remove it from those places first.').waitFor()
    expect(await trash.getByRole('button').allTextContents()).toEqual(['Close', ''])
    await expectAccessible(page)

    await page.goto(`${site.url}/admin/collections/cards/${unused}`)
    await remove('Move to trash')
    await expect.poll(() => of('cards').count({ trash: true })).toEqual({ count: 2 })
    expect(problems).toEqual([])
  })

  it('inserts files as cards and documents within lines from the slash menu, where the text allows it', async () => {
    const note = await made('notes', { name: 'Inserted note' })
    const pdf = await fileOf('report.pdf', '%PDF-1.4\n%%EOF\n')
    const id = await post('Written', paragraph(text('Read ')))
    const { page, problems } = await site.openSignedIn(`/collections/posts/${id}`)
    const body = bodyOf(page)
    await body.click()
    await page.keyboard.press('Control+End')
    await choose(page, '/inline', 'Inline document')
    const dialog = page.getByRole('dialog', { name: 'Inline document' })
    await dialog.getByLabel('Type of document').first().selectOption({ label: 'Notes' })
    await dialog.getByPlaceholder('Find…').fill('Inserted')
    await page.getByRole('option', { name: 'Inserted note' }).click()
    await dialog.getByRole('button', { name: 'Insert' }).click()
    await body.locator('p').getByText('Inserted note').waitFor()

    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await choose(page, '/File', 'File')
    await page.getByRole('dialog', { name: 'Media' }).getByRole('button', { name: 'report.pdf' }).click()
    await body.getByText('Media · application/pdf').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await of('posts').findOne(id, {})).revision).toBe(2)
    expect((await of('posts').findOne(id, {}))['body']).toEqual({
      type: 'doc',
      content: [
        paragraph(text('Read '), { type: 'documentInline', attrs: { relationTo: 'notes', value: note } }),
        embedded('media', pdf),
      ],
    })

    await page.locator('[data-field="lead"]').getByRole('textbox').click()
    await page.keyboard.type('/')
    await page.getByRole('listbox', { name: 'Insert' }).waitFor()
    const offered = await page.getByRole('option').allTextContents()
    expect(offered).not.toContain('File')
    expect(offered).not.toContain('Inline document')
    expect(problems).toEqual([])
  })

  it('marks a dangling reference, explains it, and offers a replacement', async () => {
    const [gone, kept] = [await made('notes', { name: 'Gone soon' }), await made('notes', { name: 'Still here' })]
    const id = await post(
      'Dangles',
      paragraph(linked('a dead link', 'notes', gone), text(' and '), linked('a live one', 'notes', kept)),
      embedded('notes', gone),
      embedded('notes', kept),
    )
    await of('notes').delete(gone)
    const { page, problems } = await site.openSignedIn(`/collections/posts/${id}`)
    const body = bodyOf(page)
    const notice = page.getByRole('status').filter({ hasText: '2 items in this text can’t be shown' })
    await notice.waitFor()
    await expect
      .poll(() => body.locator('a [data-dangling], a[data-dangling], [data-dangling] a').allTextContents())
      .toEqual(['a dead link'])
    await body.getByText('Still here').waitFor()
    const card = body.locator('[data-gone]')
    await card.getByText('gone, in the trash, or hidden from you').waitFor()
    expect(await card.count()).toBe(1)
    await expectAccessible(page)

    await notice.getByRole('button', { name: 'Show me' }).click()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Link' }).getByText('This document is gone').waitFor()
    await page.getByRole('dialog', { name: 'Link' }).getByRole('button', { name: 'Remove link' }).click()
    await page.getByRole('status').filter({ hasText: 'One item in this text can’t be shown' }).waitFor()

    await card.getByRole('button', { name: 'Choose another' }).click()
    const dialog = page.getByRole('dialog', { name: 'Document' })
    await dialog.getByLabel('Type of document').first().selectOption({ label: 'Notes' })
    await dialog.getByPlaceholder('Find…').fill('Still')
    await page.getByRole('option', { name: 'Still here' }).click()
    await dialog.getByRole('button', { name: 'Replace' }).click()
    await expect.poll(() => card.count()).toBe(0)
    await expect.poll(() => page.getByText('can’t be shown').count()).toBe(0)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await of('posts').findOne(id, {})).revision).toBe(2)
    expect((await of('posts').findOne(id, {}))['body']).toMatchObject({
      content: [
        { content: [text('a dead link and '), { text: 'a live one' }] },
        embedded('notes', kept),
        embedded('notes', kept),
      ],
    })
    expect(problems).toEqual([])
  })

  it('describes changes in the blocks of a text, field by field', async () => {
    const block = (id: string, words: string, by: string) => ({
      type: 'block',
      attrs: { id, blockType: 'quote', data: { text: words, by } },
    })
    const id = await post(
      'With blocks',
      paragraph(text('Words')),
      block('one', 'To be', 'Hamlet'),
      block('two', 'Gone', 'X'),
    )
    const content = [block('three', 'New', 'Y'), paragraph(text('Words')), block('one', 'To be', 'Ophelia')]
    await of('posts').update(id, { body: { type: 'doc', content } } as never)
    const { page, problems } = await site.openSignedIn(`/collections/posts/${id}/history`)
    await page.getByText('3 blocks in body').waitFor()
    const body = page.getByRole('region', { name: 'Body' })
    await expect.poll(() => body.getByRole('listitem').count()).toBe(3)
    const [added, changed, removed] = await body.getByRole('listitem').allTextContents()
    expect(added).toMatch(/Added.*Quote: New/)
    expect(changed).toMatch(/Changed.*Quote: To be.*By.*Hamlet.*Ophelia/)
    expect(changed).not.toContain('Text')
    expect(removed).toMatch(/Removed.*Quote: Gone/)
    await expectAccessible(page)
    expect(problems).toEqual([])
  })
})
