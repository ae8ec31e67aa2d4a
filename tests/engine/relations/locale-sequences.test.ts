import { onEachDatabase } from '@quirecms/testkit'
import fc, { type Arbitrary } from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../setup/runs.ts'
import { actors, atlas } from './atlas.ts'

/** Expected content: localized values by locale, rows in order. Null equals a missing value. */
interface Model {
  title: ByLocale
  hint: ByLocale
  about: Record<string, { summary?: string | null; size?: number | null }>
  steps: Record<string, { id: string; text: string | null }[]>
  rows: ModelRow[]
  parts: { id: string; blockType: string; by: string | null; text: ByLocale }[]
}

type ByLocale = Record<string, string | null>

interface ModelRow {
  id: string
  label: string | null
  word: ByLocale
  inner: { id: string; v: ByLocale }[]
}

const LOCALES = ['en', 'de', 'fr', 'it'] as const
const locale = fc.constantFrom(...LOCALES)
const text = fc.constantFrom('x', 'y', 'z')
const maybe = <Value>(arbitrary: Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 3 })
/** Few ids, so that rows are repeated; a write lists each once, in any order. */
const rowIds = (most: number) => fc.shuffledSubarray(['r1', 'r2', 'r3', 'r4', 'r5'].slice(0, most), { minLength: 0 })

const write = fc.record({
  locale,
  title: maybe(text),
  hint: maybe(fc.option(text)),
  about: maybe(fc.record({ summary: maybe(fc.option(text)), size: maybe(fc.option(fc.nat(3))) })),
  steps: maybe(
    rowIds(3).chain((ids) => fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(id), text: maybe(text) })))),
  ),
  rows: maybe(
    rowIds(5).chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc.record({
            id: fc.constant(id),
            label: maybe(text),
            word: maybe(fc.option(text)),
            inner: maybe(
              rowIds(2).chain((inner) =>
                fc.tuple(...inner.map((one) => fc.record({ id: fc.constant(one), v: maybe(text) }))),
              ),
            ),
          }),
        ),
      ),
    ),
  ),
  parts: maybe(
    rowIds(4).chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc.record({ id: fc.constant(id), blockType: fc.constantFrom('quote', 'note'), text: maybe(text) }),
        ),
      ),
    ),
  ),
})

type Write = typeof write extends Arbitrary<infer Value> ? Value : never

function apply(model: Model, { locale: code, ...sent }: Write): void {
  if (sent.title !== undefined) model.title[code] = sent.title
  if (sent.hint !== undefined) model.hint[code] = sent.hint
  if (sent.about) {
    const about = (model.about[code] ??= {})
    if (sent.about.summary !== undefined) about.summary = sent.about.summary
    if (sent.about.size !== undefined) about.size = sent.about.size
  }
  if (sent.steps) {
    const old = model.steps[code] ?? []
    model.steps[code] = sent.steps.map((step) => ({
      id: step.id,
      text: step.text ?? old.find(({ id }) => id === step.id)?.text ?? null,
    }))
  }
  if (sent.rows) {
    const old = model.rows
    model.rows = sent.rows.map((row) => {
      const kept = old.find(({ id }) => id === row.id) ?? { id: row.id, label: null, word: {}, inner: [] }
      return {
        id: row.id,
        label: row.label ?? kept.label,
        word: row.word === undefined ? kept.word : { ...kept.word, [code]: row.word },
        inner: row.inner
          ? row.inner.map((one) => {
              const { v } = kept.inner.find(({ id }) => id === one.id) ?? { v: {} }
              return { id: one.id, v: one.v === undefined ? v : { ...v, [code]: one.v } }
            })
          : kept.inner,
      }
    })
  }
  if (sent.parts) {
    const old = model.parts
    model.parts = sent.parts.map((part) => {
      const same = old.find(({ id, blockType }) => id === part.id && blockType === part.blockType)
      const kept = same ?? { by: null, text: {} }
      return { ...part, by: kept.by, text: part.text === undefined ? kept.text : { ...kept.text, [code]: part.text } }
    })
  }
}

onEachDatabase('random writes in random locales', { config: atlas, actors }, (app) => {
  it('change only what they name, and only in their locale', async () => {
    const places = app().local.as(actors.ann).collection('places')
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 8 }), async (writes) => {
        const { id } = (await places.create({ title: 'start' })) as { id: string }
        const model: Model = { title: { en: 'start' }, hint: {}, about: {}, steps: {}, rows: [], parts: [] }
        for (const one of writes) {
          const { locale: code, hint, ...body } = one
          const sent = JSON.parse(JSON.stringify({ ...body, ...(hint !== undefined && { seo: { hint } }) })) as object
          await places.update(id, sent, { locale: code })
          apply(model, one)
          const found = (await places.findOne(id, { locale: 'all' })) as Record<string, unknown>
          expect(shown(found)).toEqual(shown({ ...model, seo: { hint: model.hint } }))
        }
      }),
      runs(20),
    )
  }, 120_000)
})

/** The modelled members, without nulls and empty values. */
function shown(place: Record<string, unknown>): unknown {
  const { title, about, steps, rows, parts } = place
  const { hint } = place['seo'] as { hint: unknown }
  return withoutNothing({ title, hint, about, steps, rows, parts })
}

function withoutNothing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutNothing(one) ?? {})
  if (typeof value !== 'object' || value === null) return value ?? undefined
  const entries = Object.entries(value)
    .map(([key, inner]) => [key, withoutNothing(inner)] as const)
    .filter(([, inner]) => inner !== undefined && !(Array.isArray(inner) && inner.length === 0))
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
