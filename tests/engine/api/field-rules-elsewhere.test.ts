import { scenarios } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'

const everybody = () => true

/** A field rule whose query looks at another document. */
const config = defineConfig({
  collections: {
    owners: collection({ fields: { blocked: f.checkbox() }, access: { read: everybody } }),
    files: collection({
      fields: {
        owner: f.relationship({ to: 'owners' }),
        path: f.text({ access: { read: () => ({ 'owner.blocked': { not_equals: true } }) } }),
      },
      access: { read: everybody },
    }),
  },
})

scenarios('a field rule that reads another document', { config }, [
  {
    name: 'shows the field if the other document permits it',
    given: { owner: ['owners', { blocked: false }], file: ['files', { owner: '{owner}', path: '/etc/hosts' }] },
    call: 'GET /api/collections/files/{file}',
    answers: { status: 200, doc: { path: '/etc/hosts' } },
  },
  {
    name: 'hides it otherwise',
    given: { owner: ['owners', { blocked: true }], file: ['files', { owner: '{owner}', path: '/etc/hosts' }] },
    call: 'GET /api/collections/files/{file}',
    answers: { status: 200, doc: { id: '{file}' } },
    never: ['/etc/hosts', 'path'],
  },
])
