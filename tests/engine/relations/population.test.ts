import { scenarios } from '@quirecms/testkit'
import { actors, newsroom } from './newsroom.ts'

const setup = { config: newsroom, actors }
const READ = 'GET /api/collections/articles/{article}'
const ann = ['people', { name: 'Ann', salary: 4711, pin: '0000', bio: 'Wise', nick: 'A' }] as const
const bob = ['people', { name: 'Bob', mentor: '{ann}', friends: ['{ann}'], boss: '{ann}', keeper: '{ann}' }] as const
const chess = ['clubs', { name: 'Chess', motto: 'Mate', chair: '{ann}', seats: { guest: '{bob}' } }] as const

scenarios('population at every path', setup, [
  {
    name: 'one, many in order, polymorphic, in groups, rows and blocks',
    given: {
      ann,
      bob,
      chess,
      article: [
        'articles',
        {
          title: 'T',
          author: '{ann}',
          editors: ['{bob}', '{ann}', '{bob}'],
          about: { relationTo: 'clubs', value: '{chess}' },
          related: [
            { relationTo: 'clubs', value: '{chess}' },
            { relationTo: 'people', value: '{bob}' },
          ],
          host: '{bob}',
          meta: { checker: '{ann}' },
          credits: [{ person: '{bob}', role: 'Cook' }, { person: null }],
          parts: [
            { blockType: 'quote', by: '{ann}' },
            { blockType: 'box', clubs: ['{chess}'] },
          ],
        },
      ],
    },
    call: `${READ}?depth=1`,
    answers: {
      status: 200,
      doc: {
        author: { id: '{ann}', name: 'Ann', mentor: null, revision: 1 },
        editors: [{ name: 'Bob' }, { name: 'Ann' }, { name: 'Bob', mentor: '{ann}' }],
        about: { relationTo: 'clubs', value: { id: '{chess}', motto: 'Mate', chair: '{ann}' } },
        related: [
          { relationTo: 'clubs', value: { motto: 'Mate' } },
          { relationTo: 'people', value: { name: 'Bob' } },
        ],
        host: { name: 'Bob' },
        meta: { checker: { name: 'Ann' } },
        credits: [{ person: { name: 'Bob' }, role: 'Cook' }, { person: null }],
        parts: [{ by: { name: 'Ann' } }, { clubs: [{ motto: 'Mate' }] }],
      },
    },
    never: ['salary', '4711', 'pin', '0000', 'boss', 'keeper'],
  },
  {
    name: 'only named paths',
    given: {
      ann,
      article: [
        'articles',
        {
          title: 'T',
          author: '{ann}',
          editors: ['{ann}'],
          meta: { checker: '{ann}' },
          credits: [{ person: '{ann}' }],
          parts: [{ blockType: 'quote', by: '{ann}' }],
        },
      ],
    },
    call: `${READ}?populate={"meta.checker":true,"credits.person":{"select":{"name":true}},"parts.quote.by":true}`,
    answers: {
      status: 200,
      doc: {
        author: '{ann}',
        editors: ['{ann}'],
        meta: { checker: { name: 'Ann' } },
        credits: [{ person: { id: '{ann}', name: 'Ann' } }],
        parts: [{ by: { name: 'Ann' } }],
      },
    },
  },
  {
    name: 'nothing without the parameter',
    given: { ann, article: ['articles', { title: 'T', author: '{ann}', editors: ['{ann}'] }] },
    call: `${READ}?depth=0`,
    answers: { status: 200, doc: { author: '{ann}', editors: ['{ann}'] } },
  },
  {
    name: 'an empty population populates nothing',
    given: { ann, article: ['articles', { title: 'T', author: '{ann}' }] },
    call: `${READ}?populate={}`,
    answers: { status: 200, doc: { author: '{ann}' } },
  },
])

scenarios('population applies the rules of the target', setup, [
  {
    name: 'hooks and virtual fields of the target run',
    given: { ann: ['people', { name: 'Hook', nick: 'H' }], article: ['articles', { title: 'T', author: '{ann}' }] },
    call: `${READ}?populate={"author":true}`,
    answers: { status: 200, doc: { author: { name: 'Hooked', nick: '~H~', shout: 'HOOK!' } } },
  },
  {
    name: 'readable fields are included',
    as: 'admin',
    given: { ann, article: ['articles', { title: 'T', author: '{ann}' }] },
    call: `${READ}?populate={"author":true}`,
    answers: { status: 200, doc: { author: { salary: 4711 } } },
    never: ['0000'],
  },
  {
    name: 'unreadable documents, unreadable collections and deleted documents stay ids',
    given: {
      shown: ['drafts', { text: 'Shown', shown: true }],
      unseen: ['drafts', { text: 'Sesame', shown: false }],
      vault: ['vaults', { code: 'Sesame' }],
      article: [
        'articles',
        {
          title: 'T',
          draft: '{unseen}',
          vault: '{vault}',
          related: [{ relationTo: 'vaults', value: '{vault}' }],
        },
      ],
    },
    call: `${READ}?depth=3`,
    answers: {
      status: 200,
      doc: { draft: '{unseen}', vault: '{vault}', related: [{ relationTo: 'vaults', value: '{vault}' }] },
    },
    never: ['Sesame'],
  },
  {
    name: 'and are populated for readers who may read them',
    as: 'admin',
    given: {
      unseen: ['drafts', { text: 'Sesame', shown: false }],
      vault: ['vaults', { code: 'x1' }],
      article: ['articles', { title: 'T', draft: '{unseen}', vault: '{vault}' }],
    },
    call: `${READ}?depth=1`,
    answers: { status: 200, doc: { draft: { text: 'Sesame' }, vault: { code: 'x1' } } },
  },
  {
    name: 'an unreadable relationship is absent, populated or not',
    given: { ann, bob, article: ['articles', { title: 'T', author: '{bob}' }] },
    call: `${READ}?populate={"author":{"populate":{"boss":true,"mentor":true}}}`,
    answers: { status: 200, doc: { author: { name: 'Bob', mentor: { name: 'Ann' } } } },
    never: ['boss', 'keeper'],
  },
  {
    name: 'the system populates hidden relationships too',
    as: 'system',
    only: 'local',
    given: { ann, bob, article: ['articles', { title: 'T', author: '{bob}' }] },
    call: `${READ}?populate={"author":{"select":{"keeper":true},"populate":{"keeper":{"select":{"pin":true}}}}}`,
    answers: { status: 200, doc: { author: { id: '{bob}', keeper: { id: '{ann}', pin: '0000' } } } },
  },
])

scenarios('population in every response with a document', setup, [
  {
    name: 'list',
    given: {
      ann,
      one: ['articles', { title: 'A', author: '{ann}' }],
      two: ['articles', { title: 'B', author: '{ann}' }],
    },
    call: 'GET /api/collections/articles?populate={"author":{"select":{"name":true}}}&sort=title',
    answers: { status: 200, docs: [{ author: { name: 'Ann' } }, { author: { name: 'Ann' } }] },
    never: ['salary'],
  },
  {
    name: 'create',
    as: 'ann',
    given: { ann },
    call: 'POST /api/collections/articles?depth=1',
    body: { title: 'New', author: '{ann}', editors: ['{ann}'] },
    answers: { status: 201, doc: { author: { name: 'Ann' }, editors: [{ name: 'Ann' }] } },
    never: ['salary'],
  },
  {
    name: 'update',
    as: 'ann',
    given: { ann, bob, article: ['articles', { title: 'A', author: '{ann}' }] },
    call: 'PATCH /api/collections/articles/{article}?populate={"author":{"select":{"name":true}}}',
    body: { author: '{bob}' },
    answers: { status: 200, doc: { author: { id: '{bob}', name: 'Bob' }, revision: 2 } },
    leaves: { article: { author: '{bob}' } },
  },
  {
    name: 'duplicate',
    as: 'ann',
    given: { ann, article: ['articles', { title: 'A', author: '{ann}' }] },
    call: 'POST /api/collections/articles/{article}/duplicate?depth=1',
    answers: { status: 201, doc: { author: { name: 'Ann' } } },
  },
  {
    name: 'copy-locale',
    as: 'ann',
    given: { ann, article: ['articles', { title: 'A', host: '{ann}' }] },
    call: 'POST /api/collections/articles/{article}/copy-locale?depth=1&locale=de&fallback-locale=false',
    body: { from: 'en', to: 'de' },
    answers: { status: 200, doc: { title: 'A', host: { name: 'Ann' } } },
  },
  {
    name: 'a global',
    as: 'ann',
    given: { ann, article: ['articles', { title: 'A', author: '{ann}' }] },
    call: 'PATCH /api/globals/front?populate={"lead":{"populate":{"author":true}},"team":{"select":{"name":true}}}',
    body: { lead: '{article}', team: ['{ann}'] },
    answers: {
      status: 200,
      doc: { lead: { title: 'A', author: { name: 'Ann' } }, team: [{ id: '{ann}', name: 'Ann' }] },
    },
    leaves: { front: { lead: '{article}', team: ['{ann}'] } },
  },
])

scenarios('population with select', setup, [
  {
    name: 'applies to the target, which keeps its id',
    given: { ann, article: ['articles', { title: 'A', author: '{ann}' }] },
    call: `${READ}?select={"author":true}&populate={"author":{"select":{}}}`,
    answers: { status: 200, exactDoc: { id: '{article}', author: { id: '{ann}' } } },
  },
  {
    name: 'an excluded field is not populated',
    given: { ann, article: ['articles', { title: 'A', author: '{ann}' }] },
    call: `${READ}?select={"title":true}&populate={"author":true}`,
    answers: { status: 200, exactDoc: { id: '{article}', title: 'A' } },
  },
  {
    name: 'all except some',
    given: { ann, article: ['articles', { title: 'A', author: '{ann}' }] },
    call: `${READ}?select={"author":true}&populate={"author":{"select":{"shout":false,"bio":false,"articles":false}}}`,
    answers: { status: 200, doc: { author: { name: 'Ann' } } },
    never: ['ANN!', 'Wise'],
  },
  {
    name: 'each collection of a polymorphic value selects its own fields',
    given: {
      ann,
      bob,
      chess,
      article: [
        'articles',
        {
          title: 'A',
          related: [
            { relationTo: 'people', value: '{ann}' },
            { relationTo: 'clubs', value: '{chess}' },
          ],
        },
      ],
    },
    call: `${READ}?select={"related":true}&populate={"related":{"select":{"name":true,"motto":true}}}`,
    answers: {
      status: 200,
      exactDoc: {
        id: '{article}',
        related: [
          { relationTo: 'people', value: { id: '{ann}', name: 'Ann' } },
          { relationTo: 'clubs', value: { id: '{chess}', name: 'Chess', motto: 'Mate' } },
        ],
      },
    },
  },
  {
    name: 'excluding unknown fields of a collection returns all of its fields',
    given: {
      ann,
      bob,
      chess,
      article: [
        'articles',
        {
          title: 'A',
          related: [
            { relationTo: 'people', value: '{ann}' },
            { relationTo: 'clubs', value: '{chess}' },
          ],
        },
      ],
    },
    call: `${READ}?populate={"related":{"select":{"motto":false}}}`,
    answers: {
      status: 200,
      doc: { related: [{ value: { name: 'Ann', bio: 'Wise' } }, { value: { name: 'Chess', chair: '{ann}' } }] },
    },
    never: ['Mate'],
  },
  {
    name: 'each collection of a polymorphic value is populated by its own fields',
    given: {
      ann,
      bob,
      chess,
      article: [
        'articles',
        {
          title: 'A',
          about: { relationTo: 'clubs', value: '{chess}' },
          related: [
            { relationTo: 'people', value: '{bob}' },
            { relationTo: 'clubs', value: '{chess}' },
          ],
        },
      ],
    },
    call: `${READ}?populate={"related":{"populate":{"mentor":true,"chair":true,"seats.guest":true}}}`,
    answers: {
      status: 200,
      doc: {
        about: { value: '{chess}' },
        related: [
          { value: { mentor: { name: 'Ann' } } },
          { value: { chair: { name: 'Ann' }, seats: { guest: { name: 'Bob' } } } },
        ],
      },
    },
  },
])
