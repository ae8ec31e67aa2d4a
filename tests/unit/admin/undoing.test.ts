import { describe, expect, it } from 'vitest'
import { EditingWorld, PAUSE } from './editing-world.ts'

const part = (id: string, text: string, parts: readonly object[] = []) => ({ id, blockType: 'part', text, parts })
const page = (id: string) => part(id, 'A page', [{ id: 'inner', text: 'within it' }])

async function type(world: EditingWorld, name: string, texts: readonly (string | null)[], every = 100): Promise<void> {
  for (const text of texts) {
    world.editing.setValue(name, text)
    await world.pass(every)
  }
}

async function saved(world: EditingWorld): Promise<void> {
  await world.pass(PAUSE)
  await world.endAll()
}

const letters = (text: string) => Array.from(text, (_, index) => text.slice(0, index + 1))

describe('undo', () => {
  it('restores a removed section with its content, also after an autosave, and stores it again', async () => {
    const sections = [part('a', 'First'), page('b'), part('c', 'Last')]
    const world = new EditingWorld({ stored: { title: 'Page', sections } })
    const { editing } = world
    editing.setValue('sections', sections.toSpliced(1, 1))
    expect(editing.state.undoable?.deed).toMatchObject({ kind: 'removed', path: 'sections', rows: [{ id: 'b' }] })
    await saved(world)
    expect(world.doc?.['sections']).toHaveLength(2)
    expect(editing.undo()).toMatchObject({ isDone: true, isWhole: true })
    expect(world.shown['sections']).toEqual(sections)
    await saved(world)
    expect(world.doc?.['sections']).toEqual(sections)
    editing.redo()
    await saved(world)
    expect(world.doc?.['sections']).toEqual([sections[0], sections[2]])
    expect(editing.state.redoable).toBeUndefined()
  })

  it('undoes a burst of typing at once, and never anything in another field', async () => {
    const world = new EditingWorld({ stored: { title: 'Page', body: 'Text' } })
    const { editing } = world
    await type(world, 'title', letters('Xylographs'))
    await type(world, 'body', ['Text n', 'Text ne', 'Text new'])
    expect(editing.state.undoable?.deed).toMatchObject({ kind: 'typed', path: 'body' })
    editing.undo()
    expect(world.shown).toMatchObject({ title: 'Xylographs', body: 'Text' })
    editing.undo()
    expect(world.shown).toMatchObject({ title: 'Page', body: 'Text' })
    expect(editing.undo()).toBeUndefined()
    editing.redo()
    editing.redo()
    expect(world.shown).toMatchObject({ title: 'Xylographs', body: 'Text new' })
  })

  it('starts a new step after a pause, a save, a paste, and when deleting starts', async () => {
    const world = new EditingWorld({ stored: { title: null } })
    const { editing } = world
    const pasted = 'One two three four five six seven'
    await type(world, 'title', letters('One'))
    await world.pass(1200)
    await type(world, 'title', ['One t', 'One tw'])
    void editing.save()
    await world.endAll()
    await type(world, 'title', ['One two'])
    await type(world, 'title', [pasted])
    await type(world, 'title', [pasted.slice(0, -1), pasted.slice(0, -2)])
    const seen = []
    while (editing.undo()) seen.push(world.shown['title'])
    expect(seen).toEqual([pasted, 'One two', 'One tw', 'One', null])
  })

  it('keeps later changes of another editor, in the same list and in the same row', async () => {
    const [a, b, c] = [part('a', 'First'), page('b'), part('c', 'Last')]
    const world = new EditingWorld({ stored: { title: 'Page', sections: [a, b, c] } })
    const { editing } = world
    editing.setValue('sections', [a, c])
    await saved(world)
    editing.setValue('sections', [{ ...a, text: 'Mine' }, c])
    await saved(world)
    const theirs = part('d', 'Theirs')
    world.change({ title: 'Their title', sections: [theirs, { ...a, text: 'Mine' }, { ...c, text: 'Their last' }] })
    void editing.follow()
    await world.endAll()
    editing.undo()
    editing.undo()
    await saved(world)
    expect(world.doc).toMatchObject({ title: 'Their title', sections: [theirs, a, b, { ...c, text: 'Their last' }] })
  })

  it('does not undo a value that others have replaced since, and says so', async () => {
    const world = new EditingWorld({ stored: { title: 'Page', kind: 'old' } })
    const { editing } = world
    editing.setValue('kind', 'mine')
    await saved(world)
    editing.setValue('title', 'Mine')
    await saved(world)
    world.change({ title: 'Theirs' })
    void editing.follow()
    await world.endAll()
    expect(editing.undo()).toMatchObject({ isDone: false, isWhole: false })
    expect(world.shown).toMatchObject({ title: 'Theirs', kind: 'mine' })
    editing.undo()
    expect(world.shown).toMatchObject({ title: 'Theirs', kind: 'old' })
  })

  it('recognizes the value that the service normalized', async () => {
    const world = new EditingWorld({ stored: { title: 'Page' } })
    const { editing } = world
    world.onStored = (doc) => ({ ...doc, title: (doc['title'] as string).trim() })
    editing.setValue('title', ' Paper ')
    await saved(world)
    expect(world.shown['title']).toBe('Paper')
    expect(editing.undo()).toMatchObject({ isWhole: true })
    expect(world.shown['title']).toBe('Page')
  })

  it('restores the old value during the save of the new one, or after that was lost', async () => {
    const world = new EditingWorld({ stored: { title: 'Page' } })
    const { editing } = world
    editing.setValue('title', 'Paper')
    await world.pass(PAUSE)
    editing.undo()
    await world.endAll()
    await saved(world)
    expect(world.doc?.['title']).toBe('Page')
    editing.setValue('title', 'Ink')
    await world.pass(PAUSE)
    await world.end('lose the answer')
    expect(world.doc?.['title']).toBe('Ink')
    editing.undo()
    await world.pass(5000)
    await world.endAll()
    expect(world.doc?.['title']).toBe('Page')
    expect(editing.state.conflict).toBeUndefined()
  })

  it('agrees with the copy on the device', async () => {
    const world = new EditingWorld({ stored: { title: 'Page' } })
    const { editing } = world
    editing.setValue('title', 'Paper')
    await world.pass(300)
    expect([...world.kept.values()]).toMatchObject([{ edits: { title: 'Paper' } }])
    editing.undo()
    await world.pass(300)
    expect(world.kept.size).toBe(0)
    editing.redo()
    await world.reload()
    expect(world.shown['title']).toBe('Paper')
    expect(world.editing.state).toMatchObject({ recoveredAt: expect.any(String), undoable: undefined })
    world.editing.discard()
    expect(world.shown['title']).toBe('Page')
    world.editing.undo()
    expect(world.shown['title']).toBe('Paper')
  })

  it('restores what was discarded in a conflict', async () => {
    const world = new EditingWorld({ stored: { title: 'Page' } })
    const { editing } = world
    world.change({ title: 'Theirs' })
    editing.setValue('title', 'Mine')
    await saved(world)
    void editing.settle({})
    await world.endAll()
    expect(world.shown['title']).toBe('Theirs')
    editing.undo()
    await saved(world)
    expect(world.doc?.['title']).toBe('Mine')
  })

  it('undoes several changes of one step together, under its name', () => {
    const world = new EditingWorld({ stored: { title: 'Page', kind: 'old', tags: ['a'] } })
    const { editing } = world
    editing.asOneStep('copy from English', () => {
      editing.setValue('title', 'Copied')
      editing.setValue('tags', ['a', 'b'])
      editing.setValue('title', 'Copied twice')
    })
    expect(editing.state.undoable).toMatchObject({ name: 'copy from English' })
    editing.change({ name: 'choose', values: { kind: 'new', tags: [] } })
    editing.undo()
    expect(world.shown).toMatchObject({ title: 'Copied twice', kind: 'old', tags: ['a', 'b'] })
    editing.undo()
    expect(world.shown).toMatchObject({ title: 'Page', kind: 'old', tags: ['a'] })
    expect(editing.state).toMatchObject({ undoable: undefined, edits: {} })
  })

  it('undoes one step, whatever was done after it', () => {
    const [a, b, c] = [part('a', 'First'), page('b'), part('c', 'Last')]
    const world = new EditingWorld({ stored: { title: 'Page', sections: [a, b, c] } })
    const { editing } = world
    editing.setValue('sections', [a, c])
    const id = editing.state.undoable?.id ?? 0
    editing.setValue('sections', [c, a])
    editing.setValue('title', 'Paper')
    editing.takeBack(id)
    expect(world.shown).toMatchObject({ title: 'Paper', sections: [c, a, b] })
    editing.undo()
    expect(world.shown['sections']).toEqual([c, a])
  })

  it('follows the history of a text editor, so that nothing is undone twice', async () => {
    const world = new EditingWorld({ stored: { title: 'Page', body: 'A' } })
    const { editing } = world
    editing.setValue('title', 'Paper')
    await type(world, 'body', ['AB', 'ABC', 'ABCD'])
    editing.asOwnUndo(() => editing.setValue('body', 'ABC'))
    expect(editing.state.redoable).toBeUndefined()
    editing.asOwnUndo(() => editing.setValue('body', 'A'))
    expect(editing.state.undoable?.deed.path).toBe('title')
    expect(editing.state.redoable?.deed.path).toBe('body')
    editing.undo()
    expect(world.shown).toMatchObject({ title: 'Page', body: 'A' })
    editing.redo()
    editing.asOwnUndo(() => editing.setValue('body', 'ABC'))
    expect(editing.state.undoable?.deed.path).toBe('body')
    editing.undo()
    expect(world.shown).toMatchObject({ title: 'Paper', body: 'A' })
  })

  it('keeps a limited number of steps, and of characters', async () => {
    const many = new EditingWorld({ stored: { kind: 0 } })
    for (let kind = 1; kind <= 500; kind += 1) many.editing.setValue('kind', kind)
    let steps = 0
    while (many.editing.undo()) steps += 1
    expect(steps).toBe(200)

    const large = new EditingWorld({ stored: { kind: null } })
    for (let round = 1; round <= 40; round += 1) large.editing.setValue('kind', `${round}`.repeat(1_000_000))
    steps = 0
    while (large.editing.undo()) steps += 1
    expect(steps).toBeGreaterThan(5)
    expect(steps).toBeLessThan(20)
  })
})

describe('the name of a step', () => {
  const [a, b, c, d] = [part('a', 'First'), page('b'), part('c', 'Third'), part('d', 'Last')]

  it.each([
    ['what is typed in a row', [a, { ...b, text: 'New' }, c, d], { kind: 'typed', path: 'sections.b.text' }],
    [
      'what is typed in a row of a row',
      [a, { ...b, parts: [{ id: 'inner', text: 'New' }] }, c, d],
      { kind: 'typed', path: 'sections.b.parts.inner.text' },
    ],
    ['a row of a row that goes', [a, { ...b, parts: [] }, c, d], { kind: 'removed', path: 'sections.b.parts' }],
    ['rows that go', [b, d], { kind: 'removed', rows: [a, c] }],
    ['rows that come', [a, b, c, d, part('e', '')], { kind: 'added', rows: [{ id: 'e' }] }],
    ['a row that moves down', [b, c, a, d], { kind: 'moved', rows: [a] }],
    ['a row that moves up', [c, a, b, d], { kind: 'moved', rows: [c] }],
    ['rows in another order', [d, c, b, a], { kind: 'moved', rows: [d, c, b, a] }],
  ])('is %s', (_, sections, deed) => {
    const { editing } = new EditingWorld({ stored: { sections: [a, b, c, d] } })
    editing.setValue('sections', sections)
    expect(editing.state.undoable?.deed).toMatchObject(deed)
    editing.undo()
    expect(editing.state.edits).toEqual({})
  })

  it('is that of the field, if a value is chosen or a group is edited', () => {
    const { editing } = new EditingWorld({ stored: { kind: 'old', seo: { text: 'a' } } })
    editing.setValue('kind', 'new')
    expect(editing.state.undoable?.deed).toMatchObject({ kind: 'changed', path: 'kind', field: { name: 'kind' } })
    editing.setValue('seo', { text: 'b' })
    expect(editing.state.undoable?.deed).toMatchObject({ kind: 'typed', path: 'seo.text', field: { name: 'text' } })
  })
})
