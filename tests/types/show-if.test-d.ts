import { collection, type CreateInput, defineConfig, type Doc, f, global } from '@quirecms/core'
import { describe, expectTypeOf, it } from 'vitest'

const kind = f.select({ options: ['page', 'event'] })

const config = defineConfig({
  collections: {
    entries: collection({
      fields: {
        title: f.text({ required: true }),
        kind,
        tags: f.select({ options: ['a', 'b'], many: true }),
        starts: f.date({ required: true, admin: { showIf: { kind: { equals: 'event' } } } }),
        place: f.group({
          admin: { showIf: { or: [{ kind: { in: ['event'] } }, { not: { tags: { equals: 'a' } } }] } },
          fields: { city: f.text({ required: true }), at: f.group({ fields: { street: f.text({ required: true }) } }) },
        }),
        talks: f.array({
          admin: { showIf: { kind: { equals: 'event' } } },
          fields: { speaker: f.text({ required: true }) },
        }),
      },
    }),
  },
})

describe('conditional fields', () => {
  it('are not required, with all nested fields', () => {
    type Entry = Doc<typeof config, 'entries'>
    expectTypeOf<Entry['title']>().toEqualTypeOf<string>()
    expectTypeOf<Entry['starts']>().toEqualTypeOf<string | null>()
    expectTypeOf<Entry['place']['city']>().toEqualTypeOf<string | null>()
    expectTypeOf<Entry['place']['at']['street']>().toEqualTypeOf<string | null>()
    expectTypeOf<Entry['talks'][number]['speaker']>().toEqualTypeOf<string | null>()
    expectTypeOf<{ title: string }>().toExtend<CreateInput<typeof config, 'entries'>>()
    expectTypeOf<{ title: string; place: object; talks: [{}] }>().toExtend<CreateInput<typeof config, 'entries'>>()
    expectTypeOf<{ kind: 'page' }>().not.toExtend<CreateInput<typeof config, 'entries'>>()
  })

  it('refer to fields beside them, with values of those', () => {
    const unknown = f.text({ admin: { showIf: { kin: { equals: 'event' } } } })
    // @ts-expect-error -- "a" is shown by "kin", which is not a field beside it.
    collection({ fields: { kind, a: unknown } })
    const never = f.text({ admin: { showIf: { kind: { equals: 'evnt' } } } })
    // @ts-expect-error -- "a" is shown by a value of "kind" that it never has.
    collection({ fields: { kind, a: never } })
    const inList = f.text({ admin: { showIf: { or: [{ kind: { exists: true } }, { kin: { exists: true } }] } } })
    // @ts-expect-error -- in a list of conditions
    collection({ fields: { kind, a: inList } })
    const outside = f.array({ fields: { a: f.text({ admin: { showIf: { kind: { equals: 'page' } } } }) } })
    // @ts-expect-error -- in a row, by a field outside of it
    global({ fields: { kind, rows: outside } })
    global({ fields: { kind, a: f.text({ admin: { showIf: { kind: { not_in: ['page'] } }, anything: 1 } }) } })
  })
})
