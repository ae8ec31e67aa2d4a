import { scenarios } from '@quirecms/testkit'
import { actors, registry } from './registry.ts'

const setup = { config: registry, actors }
const gone = ['targets', { name: 'Gone' }] as const
const stays = ['targets', { name: 'Stays' }] as const
const other = ['others', { name: 'Other' }] as const
const DELETE = 'DELETE /api/collections/targets/{gone}'
const deleted = { status: 200, body: { id: '{gone}', deleted: true } }
const referenced = { status: 409, code: 'referenced' }

scenarios('onDelete: keep', setup, [
  {
    name: 'leaves every reference, a required one too, without a revision',
    as: 'ann',
    given: { gone, stays, a: ['kept', { one: '{gone}', many: ['{stays}', '{gone}'], needed: '{gone}' }] },
    call: DELETE,
    answers: deleted,
    leaves: { gone: null, a: { one: '{gone}', many: ['{stays}', '{gone}'], needed: '{gone}', revision: 1 } },
    events: ['document.deleted'],
  },
])

scenarios('onDelete: clear', setup, [
  {
    name: 'removes the reference from single, many and polymorphic values; others stay, in order',
    as: 'ann',
    given: {
      gone,
      stays,
      other,
      a: [
        'cleared',
        {
          one: '{gone}',
          many: ['{stays}', '{gone}', '{stays}'],
          any: { relationTo: 'targets', value: '{gone}' },
          anyMany: [
            { relationTo: 'others', value: '{other}' },
            { relationTo: 'targets', value: '{gone}' },
            { relationTo: 'targets', value: '{stays}' },
          ],
          hidden: '{gone}',
          inside: { one: '{gone}', note: 'kept' },
        },
      ],
    },
    call: DELETE,
    answers: deleted,
    leaves: {
      gone: null,
      a: {
        one: null,
        many: ['{stays}', '{stays}'],
        any: null,
        anyMany: [
          { relationTo: 'others', value: '{other}' },
          { relationTo: 'targets', value: '{stays}' },
        ],
        hidden: null,
        inside: { one: null, note: 'kept' },
      },
    },
  },
  {
    name: 'leaves a document that points elsewhere unchanged',
    as: 'ann',
    given: { gone, stays, a: ['cleared', { one: '{stays}', many: ['{stays}'] }] },
    call: DELETE,
    answers: deleted,
    leaves: { a: { one: '{stays}', many: ['{stays}'], revision: 1 } },
    events: ['document.deleted'],
  },
  {
    name: 'the same id in another collection is another document',
    as: 'ann',
    given: { gone, a: ['cleared', { any: { relationTo: 'targets', value: '{gone}' } }] },
    call: 'DELETE /api/collections/others/{gone}',
    answers: { status: 404, code: 'not_found' },
    leaves: { a: { any: { relationTo: 'targets', value: '{gone}' } } },
  },
  {
    name: 'rows stay, without the reference',
    as: 'ann',
    given: {
      gone,
      stays,
      a: [
        'cleared',
        {
          rows: [
            { id: 'r1', one: '{gone}', local: '{gone}', note: 'first' },
            { id: 'r2', one: '{stays}' },
          ],
          blocks: [
            { id: 'b1', blockType: 'line', text: 'kept' },
            { id: 'b2', blockType: 'card', many: ['{gone}', '{stays}'] },
          ],
        },
      ],
    },
    call: DELETE,
    answers: deleted,
    leaves: {
      a: {
        rows: [
          { id: 'r1', one: null, local: null, note: 'first' },
          { id: 'r2', one: '{stays}' },
        ],
        blocks: [
          { id: 'b1', blockType: 'line', text: 'kept' },
          { id: 'b2', blockType: 'card', many: ['{stays}'] },
        ],
      },
    },
  },
  {
    name: 'children lose their parent',
    as: 'ann',
    given: {
      root: ['nodes', { name: 'root' }],
      one: ['nodes', { name: 'one', parent: '{root}' }],
      two: ['nodes', { name: 'two', parent: '{root}' }],
    },
    call: 'DELETE /api/collections/nodes/{root}',
    answers: { status: 200 },
    leaves: { root: null, one: { parent: null, revision: 2 }, two: { parent: null, revision: 2 } },
    events: ['document.updated', 'document.updated', 'document.deleted'],
  },
  {
    name: 'is refused if a required relationship would be empty',
    as: 'ann',
    given: { gone, other, c: ['cleared', { one: '{gone}' }], a: ['needy', { one: '{gone}', many: ['{other}'] }] },
    call: DELETE,
    answers: referenced,
    leaves: { gone: { revision: 1 }, c: { one: '{gone}', revision: 1 }, a: { one: '{gone}', revision: 1 } },
  },
  {
    name: 'is refused for the last one of a required list',
    as: 'ann',
    given: { stays, gone: other, a: ['needy', { one: '{stays}', many: ['{gone}', '{gone}'] }] },
    call: 'DELETE /api/collections/others/{gone}',
    answers: referenced,
    leaves: { gone: { revision: 1 }, a: { many: ['{gone}', '{gone}'], revision: 1 } },
  },
  {
    name: 'clears one of several of a required list',
    as: 'ann',
    given: { stays, other, gone: other, a: ['needy', { one: '{stays}', many: ['{gone}', '{other}'] }] },
    call: 'DELETE /api/collections/others/{gone}',
    answers: deleted,
    leaves: { gone: null, a: { many: ['{other}'], revision: 2 } },
  },
])

scenarios('onDelete: restrict', setup, [
  {
    name: 'refuses, and changes nothing, not even cleared references',
    as: 'ann',
    given: { gone, c: ['cleared', { one: '{gone}' }], a: ['strict', { one: '{gone}' }] },
    call: DELETE,
    answers: referenced,
    leaves: { gone: { name: 'Gone' }, c: { one: '{gone}', revision: 1 }, a: { one: '{gone}', revision: 1 } },
  },
  {
    name: 'also from a row of a polymorphic relationship',
    as: 'ann',
    given: { gone, a: ['strict', { rows: [{ any: { relationTo: 'targets', value: '{gone}' } }] }] },
    call: DELETE,
    answers: referenced,
    leaves: { gone: { revision: 1 } },
  },
  {
    name: 'a document that is no longer referenced can be deleted',
    as: 'ann',
    given: { gone, a: ['strict', { one: null }] },
    call: DELETE,
    answers: deleted,
  },
  {
    name: 'also for a source that the actor may not read, without naming it',
    as: 'ann',
    given: { gone: other, secret: ['vaults', { one: '{gone}', name: 'Sesame' }] },
    call: 'DELETE /api/collections/others/{gone}',
    answers: referenced,
    never: ['Sesame', 'vaults', '{secret}'],
    leaves: { gone: { revision: 1 } },
  },
])
