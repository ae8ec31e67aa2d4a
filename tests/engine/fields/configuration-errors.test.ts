import {
  buildField,
  checkConfig,
  collection,
  commonOptions,
  ConfigurationError,
  defineConfig,
  defineFieldType,
  f,
  global,
  postgres,
  read,
  type PartReading,
  sqlite,
} from '@quirecms/core'
import { must } from '@quirecms/testkit'
import { describe, expect, test } from 'vitest'

const nestedBlocks = (levels: number): Record<string, { fields: Record<string, ReturnType<typeof f.richText>> }> => ({
  a: { fields: levels > 1 ? { text: f.richText({ blocks: nestedBlocks(levels - 1) }) } : {} },
})

/** A configuration and its expected errors, as `path: beginning of the message`. */
interface ConfigurationScenario {
  readonly name: string
  readonly config: unknown
  readonly problems: readonly string[]
}

/** A valid application except for these fields. */
const withFields = (fields: unknown, rest: object = {}) => ({
  collections: { posts: { fields }, pages: { fields: { title: f.text() } } },
  ...rest,
})

const withOptions = (options: object) => ({ collections: { posts: { fields: { a: f.text() }, ...options } } })

/** A field of a custom type. */
const typed = (name: string, parts: Readonly<Record<string, PartReading>> = {}) =>
  buildField()(defineFieldType()({ name, options: commonOptions, parts }))()

const localization = { locales: ['en', 'de'], defaultLocale: 'en' }
const at = 'collections.posts.fields'

const wrongTypes: readonly ConfigurationScenario[] = [
  { name: 'no configuration', config: undefined, problems: [': the configuration must be an object'] },
  { name: 'a promise without a configuration', config: [], problems: [': the configuration must be an object'] },
  {
    name: 'jobs that cannot run',
    config: {
      collections: {},
      queue: { keepFor: 'long', other: 1 },
      jobs: {
        'Not a name': { run: () => undefined },
        lacking: {},
        wrong: {
          run: 1,
          input: { type: 'array' },
          timeout: '30d',
          concurrency: 0,
          retryAfter: ['soon'],
          replace: true,
          more: 1,
        },
        secret: {
          run: () => undefined,
          input: { type: 'object', anyOf: [{ properties: { a: { writeOnly: true } } }] },
        },
        never: { run: () => undefined, schedule: { cron: '0 0 31 2 *' } },
        lost: { run: () => undefined, schedule: { cron: '61 * * * *', timezone: 'Mars/Base', missed: 'twice' } },
        asked: {
          run: () => undefined,
          schedule: { cron: '@daily' },
          input: { type: 'object', required: ['a'], properties: { a: {} } },
        },
      },
    },
    problems: [
      'jobs.Not a name: must have a name',
      'jobs.lacking.run: is missing',
      'jobs.wrong.run: must be a function',
      'jobs.wrong.input: must describe an object',
      "jobs.wrong.timeout: must be at most '7d'",
      'jobs.wrong.concurrency: must be',
      'jobs.wrong.retryAfter: must be',
      'jobs.wrong.more: is not an option',
      'jobs.wrong.replace: needs a `key`',
      'jobs.secret.input: has `writeOnly` in a place',
      'jobs.never.schedule.cron: matches no date',
      'jobs.lost.schedule.timezone: must be a time zone',
      "jobs.lost.schedule.missed: must be 'once' or 'skip'",
      'jobs.asked.input: has required properties',
      'queue.keepFor: must be',
      'queue.other: is not an option',
    ],
  },
  { name: 'no collections', config: {}, problems: ['collections: is missing'] },
  { name: 'collections in a list', config: { collections: [] }, problems: ['collections: must be an object'] },
  { name: 'an unknown option', config: { collections: {}, colour: 1 }, problems: ['colour: is not an option'] },
  {
    name: 'a change feed without retention, with streams without clients',
    config: {
      collections: {},
      changes: { keep: 'a week', max: 0, for: 'ever', streams: { perUser: -1, life: 0, each: 1 } },
    },
    problems: [
      'changes.keep: must be a number of milliseconds or a text',
      'changes.max: must be a whole number, 1 or more',
      'changes.for: is not an option',
      'changes.streams.perUser: must be a whole number, 1 or more',
      'changes.streams.life: must be more than 0',
      'changes.streams.each: is not an option',
    ],
  },
  {
    name: 'times that no timer or calendar supports',
    config: {
      collections: {},
      changes: { keep: Number.MAX_SAFE_INTEGER, streams: { life: '2d', heartbeat: '30d', recheck: '25h' } },
      queue: { keepFor: '36501d' },
    },
    problems: [
      "changes.keep: must be at most '36500d'",
      "changes.streams.life: must be at most '1d'",
      "changes.streams.heartbeat: must be at most '1d'",
      "changes.streams.recheck: must be at most '1d'",
      "queue.keepFor: must be at most '36500d'",
    ],
  },
  {
    name: 'invalid streams',
    config: { collections: {}, changes: { streams: null } },
    problems: ['changes.streams: must be an object'],
  },
  {
    name: 'backups without a time, a target and recipients',
    config: {
      collections: {},
      backups: { at: '3:00', keep: 0, notify: ['ops@example.com', 'ops'], encrypt: 'secret', every: 'day' },
    },
    problems: [
      'backups.at: must be a time of day in UTC',
      'backups.keep: must be a whole number, 1 or more',
      'backups.notify: must be an email address',
      'backups.encrypt: must be the public key',
      'backups.every: is not an option',
      'backups.to: is missing',
    ],
  },
  {
    name: 'an invalid collection',
    config: { collections: { posts: 3 } },
    problems: ['collections.posts: must be an object'],
  },
  {
    name: 'labels in invalid languages, or without a text',
    config: {
      collections: {
        posts: {
          label: {},
          description: { english: 'Posts' },
          admin: { group: { en: '' }, singular: 3 },
          fields: {
            a: f.text({ label: { en: 'A', de_DE: 'A' }, description: { en: 7 } as never }),
            b: f.select({ options: [{ value: 'x', label: { en: '' } }] }),
            c: f.text({ admin: { placeholder: { de: '' }, whatever: '' } }),
            d: f.blocks({ blocks: { quote: { label: '', fields: {} } } }),
          },
        },
      },
    },
    problems: [
      'collections.posts.label: must have a text in at least one language',
      'collections.posts.description: has "english", which is not a language tag',
      'collections.posts.admin.group: must be a text that is not empty in "en"',
      'collections.posts.admin.singular: must be a text that is not empty, or one for each language',
      `${at}.a: \`label\` has "de_DE", which is not a language tag`,
      `${at}.a: \`description\` must be a text that is not empty in "en"`,
      `${at}.b: \`options\` has a \`label\` for 'x' that must be a text that is not empty in "en"`,
      `${at}.c: \`admin\` is wrong: \`placeholder\` must be a text that is not empty in "de"`,
      `${at}.d: \`blocks\` is wrong: quote: \`label\` must be a text`,
    ],
  },
  {
    name: 'conditions of fields that refer to unusable fields',
    config: withFields(
      {
        kind: f.select({ options: ['page', 'event'] }),
        hush: f.text({ hidden: true }),
        mine: f.text({ access: { read: () => true } }),
        word: f.text({ localized: true }),
        rows: f.array({ fields: {} }),
        a: f.text({ admin: { showIf: { kin: { equals: 'event' } } } }),
        b: f.text({ admin: { showIf: { b: { exists: true } } } }),
        c: f.text({ admin: { showIf: { or: [{ hush: { exists: true } }, { not: { mine: { exists: true } } }] } } }),
        d: f.text({ admin: { showIf: { word: { equals: 'x' } } } }),
        e: f.text({ admin: { showIf: { rows: { exists: true } } } }),
        g: f.text({ admin: { showIf: { kind: { in: ['page', 'evnt'] } } } }),
        h: f.text({ admin: { showIf: { kind: { like: 'page' } } } }),
        i: f.text({ admin: { showIf: { kind: 'page' } } }),
        j: f.text({ admin: { showIf: {} } }),
        k: f.text({ admin: { showIf: { or: [] } } }),
        l: f.text({ admin: { showIf: { kind: { equals: ['page'] } } } }),
        m: f.text({ admin: { condition: { field: 'kind' } } }),
      },
      { localization },
    ),
    problems: [
      `${at}.a: \`admin.showIf\` refers to "kin", which does not exist next to it`,
      `${at}.b: \`admin.showIf\` refers to "b", which is the field itself`,
      `${at}.c: \`admin.showIf\` refers to "hush", which is hidden`,
      `${at}.c: \`admin.showIf\` refers to "mine", which has an access rule for reading`,
      `${at}.d: \`admin.showIf\` refers to "word", which is localized`,
      `${at}.e: \`admin.showIf\` refers to "rows", which holds no single value`,
      `${at}.g: \`admin.showIf\` refers to "kind", which has no option "evnt"`,
      `${at}.h: \`admin\` is wrong: \`showIf\` has the operator "like" for "kind"`,
      `${at}.i: \`admin\` is wrong: \`showIf\` needs a condition for "kind"`,
      `${at}.j: \`admin\` is wrong: \`showIf\` must be a condition`,
      `${at}.k: \`admin\` is wrong: \`showIf\` must have a list of conditions in \`or\``,
      `${at}.l: \`admin\` is wrong: \`showIf\` has a wrong value for \`equals\` of "kind"`,
      `${at}.m: \`admin\` is wrong: \`condition\` is called \`showIf\``,
    ],
  },
  {
    name: 'a collection without fields',
    config: { collections: { posts: {} } },
    problems: ['collections.posts.fields: is missing'],
  },
  {
    name: 'login hooks in a collection without logins',
    config: withOptions({ hooks: { beforeLogin: [() => {}], afterLogin: [() => {}], afterLogout: [() => {}] } }),
    problems: [
      'collections.posts.hooks.beforeLogin: never runs, because users of this collection do not sign in',
      'collections.posts.hooks.afterLogin: never runs, because users of this collection do not sign in',
      'collections.posts.hooks.afterLogout: never runs, because users of this collection do not sign in',
    ],
  },
  {
    name: 'invalid indexes',
    config: withOptions({ indexes: [{ fields: ['a'] }, { fields: ['a', 'a'] }, { fields: 'a', unique: 1 }, 3] }),
    problems: [
      'collections.posts.indexes.0.fields: names one field',
      'collections.posts.indexes.1.fields: names a field twice',
      'collections.posts.indexes.2.fields: must be a list of 2 to 5 paths',
      'collections.posts.indexes.2.unique: must be true or false',
      'collections.posts.indexes.3: must be an object',
    ],
  },
  {
    name: 'invalid quotas',
    config: withOptions({ upload: { quota: { user: 'much', total: -1, all: 1 } } }),
    problems: [
      'collections.posts.upload.quota.user: ',
      'collections.posts.upload.quota.total: ',
      'collections.posts.upload.quota.all: is not an option',
    ],
  },
  {
    name: 'fields with reserved names of folders and tags',
    config: {
      collections: {
        posts: { upload: { folders: true, tags: true }, fields: { folder: f.text(), tags: f.text() } },
        others: { upload: { folders: 'yes' }, fields: { tags: f.text() } },
      },
    },
    problems: [
      'collections.posts.fields.folder: a collection with `upload.folders` already has this field',
      'collections.posts.fields.tags: a collection with `upload.tags` already has this field',
      'collections.others.upload.folders: must be true or false',
    ],
  },
  {
    name: 'a quota that is not an object',
    config: withOptions({ upload: { quota: '1gb' } }),
    problems: ['collections.posts.upload.quota: must be an object'],
  },
  {
    name: 'extensions of the admin app without a URL, and previews that could run code',
    config: {
      ...withOptions({ admin: { preview: 'javascript:alert(1)' } }),
      globals: { site: { fields: {}, admin: { preview: '//example.com' } } },
      admin: { extensions: ['./rating.ts'] },
    },
    problems: [
      'collections.posts.admin.preview: must be an address',
      'globals.site.admin.preview: must be an address',
      'admin.extensions: must be a list of modules',
    ],
  },
  ...[{ da: './da.json' }, { da: new URL('file:///da.ts') }, { 'no language': new URL('file:///da.json') }, ['da']].map(
    (languages) => ({
      name: `languages of the admin app that are no files: ${JSON.stringify(languages)}`,
      config: { ...withOptions({}), admin: { languages } },
      problems: ['admin.languages: must be JSON files by language'],
    }),
  ),
  {
    name: 'branding that is unreadable, or that browsers cannot show',
    config: {
      ...withOptions({}),
      admin: {
        branding: {
          name: '',
          logo: new URL('file:///logo.exe'),
          accent: '#ffcc00',
          signInPicture: './picture.webp',
          font: 'Comic Sans',
        },
      },
    },
    problems: [
      'admin.branding.name: must be a text of up to 40 characters',
      'admin.branding.logo: must be a file (.svg, .png, .webp)',
      'admin.branding.accent: has #ffcc00, which is hard to read on a light background (contrast 1.3:1): choose a darker shade',
      'admin.branding.signInPicture: must be a file',
      'admin.branding.font: is not an option',
    ],
  },
  ...['red', '#12', { dark: '#ffffff' }, { light: '#000000', other: 1 }, 7].map((accent) => ({
    name: `an accent that is no colour: ${JSON.stringify(accent)}`,
    config: { ...withOptions({}), admin: { branding: { accent } } },
    problems: ['admin.branding.accent: must be a colour such as'],
  })),
  {
    name: 'an accent with too little contrast in the dark theme',
    config: { ...withOptions({}), admin: { branding: { accent: { light: '#0b5a8a', dark: '#0b5a8a' } } } },
    problems: ['admin.branding.accent: has #0b5a8a, which is hard to read on a dark background'],
  },
  {
    name: 'branding that is not an object',
    config: { ...withOptions({}), admin: { branding: 'Us' } },
    problems: ['admin.branding: must be an object'],
  },
  {
    name: 'unknown options of collections and globals',
    config: { collections: { posts: { fields: {}, trahs: true } }, globals: { site: { fields: {}, x: 1 } } },
    problems: ['collections.posts.trahs: is not an option', 'globals.site.x: is not an option'],
  },
  {
    name: 'fields and blocks with an invalid renamedFrom',
    config: withFields({
      a: f.text({ renamedFrom: 'b' }),
      b: f.text(),
      c: f.text({ renamedFrom: 'c' }),
      d: f.text({ renamedFrom: 'gone' }),
      e: f.text({ renamedFrom: 'gone' }),
      g: f.text({ renamedFrom: 3 as never }),
      h: f.group({ fields: { one: f.text({ renamedFrom: 'two' }), two: f.text() } }),
      i: f.blocks({ blocks: { x: { fields: {}, renamedFrom: 'y' }, y: { fields: {} } } }),
      k: f.blocks({ blocks: { x: { fields: {}, renamed: 'y' } as never } }),
    }),
    problems: [
      `${at}.g: \`renamedFrom\` must be a text`,
      `${at}.h.fields.one: \`renamedFrom\` names "two", which still exists`,
      `${at}.i.blocks.x: \`renamedFrom\` names "y", which still exists`,
      `${at}.k: \`blocks\` is wrong: x: \`renamed\` is not an option`,
      `${at}.a: \`renamedFrom\` names "b", which still exists`,
      `${at}.c: \`renamedFrom\` is the current name`,
      `${at}.e: \`renamedFrom\` names "gone", but "d" was already renamed from it`,
    ],
  },
  {
    name: 'collections and globals with an invalid renamedFrom',
    config: {
      collections: { posts: { fields: {}, renamedFrom: 'pages' }, pages: { fields: {} } },
      globals: { site: { fields: {}, renamedFrom: 'site' }, other: { fields: {}, renamedFrom: 'posts' } },
    },
    problems: [
      'collections.posts: `renamedFrom` names "pages", which still exists',
      'globals.site: `renamedFrom` is the current name',
    ],
  },
  {
    name: 'invalid locks',
    config: {
      collections: {
        posts: { fields: {}, locks: 'yes' },
        pages: { fields: {}, locks: { duration: '0s', for: 1 } },
        tags: { fields: {}, locks: false },
      },
      globals: { site: { fields: {}, locks: true } },
    },
    problems: [
      'collections.posts.locks: must be true, false or an object',
      'collections.pages.locks.duration: must be more than 0',
      'collections.pages.locks.for: is not an option',
      'globals.site.locks: is not an option',
    ],
  },
  {
    name: 'service accounts that could not authenticate',
    config: {
      collections: { users: { auth: { accounts: { service: true, robots: true } }, fields: {} } },
    },
    problems: [
      'collections.users.auth.accounts.robots: is not an option',
      'collections.users.auth.accounts.service: needs `apiKeys`',
    ],
  },
  {
    name: 'invalid previews',
    config: {
      collections: {
        users: { auth: true, fields: {} },
        posts: { fields: {}, preview: true },
        pages: { fields: {}, preview: { lifetime: 'long' } },
      },
      globals: { site: { fields: {}, preview: { for: 1 } } },
    },
    problems: [
      'collections.posts.preview: must be an object',
      'collections.pages.preview.lifetime: must be a number of milliseconds',
      'globals.site.preview.for: is not an option',
    ],
  },
  {
    name: 'invalid rules and hooks',
    config: {
      collections: {
        posts: { fields: {}, access: { read: true, raed: () => true }, hooks: { afterRead: () => 1, afterwards: [] } },
      },
      globals: { site: { fields: {}, access: { create: () => true }, label: '' } },
    },
    problems: [
      'collections.posts.access.read: must be a function',
      'collections.posts.access.raed: is not an option',
      'collections.posts.hooks.afterRead: must be a list of functions',
      'collections.posts.hooks.afterwards: is not an option',
      'globals.site.label: must be a text',
      'globals.site.access.create: is not an option',
    ],
  },
]

const names: readonly ConfigurationScenario[] = [
  {
    name: 'bad slugs',
    config: {
      collections: { Posts: { fields: {} }, 'a b': { fields: {} }, constructor: { fields: {} } },
      globals: { '1': { fields: {} } },
    },
    problems: [
      'collections.Posts: the slug must have 1 to 63 lowercase letters, digits and hyphens',
      'collections.a b: the slug must have 1 to 63 lowercase letters, digits and hyphens',
      'collections.constructor: the name "constructor" is one that every',
      'globals.1: the slug must have 1 to 63 lowercase letters, digits and hyphens',
    ],
  },
  {
    name: 'bad field names',
    config: withFields({ 'a-b': f.text(), _x: f.text(), ['a'.repeat(64)]: f.text(), hasOwnProperty: f.text() }),
    problems: [
      `${at}.a-b: the name of a field must have 1 to 63 letters`,
      `${at}._x: the name of a field must have 1 to 63 letters`,
      `${at}.${'a'.repeat(64)}: the name of a field must have 1 to 63 letters`,
      `${at}.hasOwnProperty: the name "hasOwnProperty" is one that every`,
    ],
  },
  {
    name: 'reserved field names',
    config: withFields(
      Object.fromEntries(
        [
          'id',
          'revision',
          'createdAt',
          'updatedAt',
          'deletedAt',
          '_status',
          '_publishedRevision',
          '_locales',
          'and',
          'or',
          'not',
        ].map((name) => [name, f.text()]),
      ),
    ),
    problems: [
      'id',
      'revision',
      'createdAt',
      'updatedAt',
      'deletedAt',
      '_status',
      '_publishedRevision',
      '_locales',
      'and',
      'or',
      'not',
    ].map((name) => `${at}.${name}: the name "${name}" is reserved`),
  },
  {
    name: 'reserved names in rows and blocks',
    config: withFields({
      group: f.group({ fields: { id: f.text(), not: f.text() } }),
      rows: f.array({ fields: { id: f.text(), blockType: f.text() } }),
      sections: f.blocks({
        blocks: { quote: { fields: { id: f.text(), blockType: f.text() } }, id: { fields: {} }, 'a-b': { fields: {} } },
      }),
    }),
    problems: [
      `${at}.rows.fields.id: the name "id" is reserved`,
      `${at}.sections.blocks.quote.fields.id: the name "id" is reserved`,
      `${at}.sections.blocks.quote.fields.blockType: the name "blockType" is reserved`,
      `${at}.sections.blocks.id: the name "id" is reserved`,
      `${at}.sections.blocks.a-b: the name of a block must have 1 to 63 letters`,
    ],
  },
  {
    name: 'invalid fields',
    config: withFields({ a: 'text', b: null, c: { type: 'text' }, d: f.text, e: { type: 'color', options: {} } }),
    problems: [
      `${at}.a: is not a field: make it with f.text(), f.number()`,
      `${at}.b: is not a field: make it with f.text(), f.number()`,
      `${at}.c: names a type of field, "text", but is not a field: make it with f.text()`,
      `${at}.d: is not a field: make it with f.text(), f.number()`,
      `${at}.e: names a type of field, "color", but is not a field: make it with the function that its plugin exports`,
    ],
  },
  {
    name: 'conflicting field types',
    config: withFields({
      a: typed('stars'),
      b: typed('stars'),
      c: typed('text'),
      d: typed('my-type'),
      e: typed('tone', { 'a.b': read.text }),
      f: f.text(),
    }),
    problems: [
      `${at}.b: has another type named "stars" than another field has: give one of them another name or`,
      `${at}.c: has another type named "text" than the built-in one: give one of them another name or`,
      `${at}.d: has a type named "my-type": name it with letters and digits`,
      `${at}.e: has a type with a part named "a.b": name it with letters and digits`,
    ],
  },
]

/** Untyped options: the types refuse most of these. */
const loose = f as unknown as Record<string, (options?: object) => unknown>

const options: readonly ConfigurationScenario[] = [
  ...(
    [
      ['text', { requird: true }, '`requird` is not an option here'],
      ['text', { required: 'yes' }, '`required` must be true, false or a function'],
      ['text', { validate: 'no' }, '`validate` must be a function'],
      ['text', { access: { raed: () => true } }, '`access` is wrong: `raed` is not an option'],
      ['text', { hooks: { afterRead: () => 1 } }, '`hooks` is wrong: `afterRead` must be a list of functions'],
      ['text', { maxLength: -1 }, '`maxLength` must be a whole number'],
      ['text', { minLength: 3, maxLength: 2 }, '`minLength` must not be more than `maxLength`'],
      ['text', { pattern: '(' }, '`pattern` must be a valid regular expression'],
      ['text', { pattern: /a/g }, '`pattern` must not have the flag g or y'],
      ['text', { default: 3 }, '`default` is not valid: Must be text.'],
      ['text', { default: 'abc', maxLength: 2 }, '`default` is not valid: Must have at most 2 characters.'],
      ['number', { min: '1' }, '`min` must be a finite number'],
      ['number', { min: 2, max: 1 }, '`min` must not be more than `max`'],
      ['date', { default: 'tomorrow' }, '`default` is not valid: Must be an ISO 8601 date'],
      ['select', {}, '`options` is missing'],
      ['select', { options: [] }, '`options` must be a list of at least one option'],
      ['select', { options: [{ label: 'A' }] }, '`options` must contain only texts or { label, value }'],
      ['select', { options: ['a', { label: 'A', value: 'a' }] }, "`options` has 'a' twice"],
      ['select', { options: ['a'], default: 'b' }, '`default` is not valid: Must be one of: "a".'],
      ['select', { options: ['a'], many: true, default: 'a' }, '`default` is not valid: Must be a list.'],
      ['select', { options: ['a'], many: true, default: ['b'] }, '`default` (at 0) is not valid'],
      ['json', { schema: { type: 'nothing' } }, '`schema` is not a valid JSON Schema'],
      ['json', { schema: { type: 'object' }, default: [] }, '`default` is not valid: Must be an object.'],
      ['json', { unique: true }, '`unique` is not an option here'],
      ['richText', { index: true }, '`index` is not an option here'],
      ['richText', { to: ['gone'] }, 'points to the collection "gone", which does not exist'],
      ['richText', { nodes: ['nothing'] }, '`nodes` must be a list of some of these'],
      ['richText', { nodes: ['block'] }, '`nodes` names "block", but there are no `blocks`'],
      ['richText', { blocks: {} }, '`blocks` must be an object of at least one block'],
      [
        'richText',
        { blocks: nestedBlocks(1), default: { type: 'doc', content: [{ type: 'block', attrs: { blockType: 'b' } }] } },
        '`default` (at content.0.attrs.blockType) is not valid: Must be one of: a.',
      ],
      ['relationship', {}, '`to` is missing'],
      ['relationship', { to: [] }, '`to` must be the slug of a collection'],
      ['relationship', { to: 'gone' }, 'points to the collection "gone", which does not exist'],
      ['relationship', { to: ['pages', 'gone'] }, 'points to the collection "gone", which does not exist'],
      ['relationship', { to: ['pages', 'pages'] }, '`to` names a collection twice'],
      ['relationship', { to: 'pages', onDelete: 'explode' }, "`onDelete` must be 'keep' or 'clear' or 'restrict'"],
      ['relationship', { to: 'pages', many: true, unique: true }, '`unique` does not work for this type of field'],
      ['relationship', { to: ['pages'], index: true }, '`index` does not work for this type of field'],
      ['select', { options: ['a'], many: true, index: true }, '`index` does not work for this type of field'],
      ['slug', { from: 'nothing' }, '`from` names the field "nothing", which does not exist next to it'],
      ['slug', { from: 'count' }, '`from` names the field "count", which does not hold one text'],
      ['group', {}, '`fields` is missing'],
      ['array', { fields: {}, minRows: 3, maxRows: 2 }, '`minRows` must not be more than `maxRows`'],
      ['array', { fields: { a: f.text() }, default: [{ a: 1 }] }, '`default` (at 0.a) is not valid: Must be text.'],
      ['array', { fields: { a: f.text() }, default: [{ b: 1 }] }, '`default` (at 0.b) is not valid: There is no field'],
      ['blocks', { blocks: {} }, '`blocks` must be an object of at least one block'],
      ['blocks', { blocks: { a: {} } }, '`blocks` is wrong: a must be { fields }'],
      ['blocks', { blocks: { a: { fields: {}, label: '' } } }, '`blocks` is wrong: a: `label` must be a text'],
      [
        'blocks',
        { blocks: { a: { fields: {}, admin: { picture: 'https://example.com/a.png' } } } },
        "`blocks` is wrong: a: `admin` is wrong: `picture` must be an address that begins with '/', or 'data:image/'",
      ],
      [
        'blocks',
        { blocks: { a: { fields: {}, admin: { grup: 'x' } } } },
        '`blocks` is wrong: a: `admin` is wrong: `grup` is not',
      ],
      [
        'blocks',
        { blocks: { a: { fields: {} } }, default: [{ blockType: 'b' }] },
        '`default` (at 0.blockType) is not valid',
      ],
      ['virtual', {}, '`value` is missing'],
      ['virtual', { value: 3 }, '`value` must be a function'],
      ['virtual', { value: () => 1, required: true }, '`required` is not an option here'],
      ['virtual', { value: () => 1, localized: true }, '`localized` is not an option here'],
      [
        'text',
        { localized: true },
        'is localized, but the configuration has no `localization`: add it, or leave out `localized`',
      ],
    ] as const
  ).map(([type, given, message]) => ({
    name: `${type} with ${JSON.stringify(given)}`,
    config: withFields({ count: f.number(), field: must(loose[type], type)(given) }),
    problems: [`${at}.field: ${message}`],
  })),
  {
    name: 'unique and indexed fields in rows, at any depth',
    config: withFields({
      rows: f.array({ fields: { group: f.group({ fields: { a: f.text({ unique: true }) } }) } }),
      sections: f.blocks({ blocks: { quote: { fields: { a: f.text({ index: true }) } } } }),
      text: f.richText({ blocks: { quote: { fields: { a: f.text({ unique: true }) } } } }),
    }),
    problems: [
      `${at}.rows.fields.group.fields.a: \`unique\` does not work inside arrays and blocks`,
      `${at}.sections.blocks.quote.fields.a: \`index\` does not work inside arrays and blocks`,
      `${at}.text.blocks.quote.fields.a: \`unique\` does not work inside arrays and blocks`,
    ],
  },
  {
    name: 'rich texts with blocks nested four times',
    config: withFields({
      three: f.richText({ blocks: nestedBlocks(3) }),
      four: f.richText({ blocks: nestedBlocks(4) }),
    }),
    problems: [
      `${at}.four.blocks.a.fields.text.blocks.a.fields.text.blocks.a.fields.text: nests blocks in rich texts more than 3 levels deep`,
    ],
  },
]

const surroundings: readonly ConfigurationScenario[] = [
  {
    name: 'wrong locales',
    config: { collections: {}, localization: { locales: ['en', 'e', 'all', 'en', '*', 3], defaultLocale: 'de' } },
    problems: [
      'localization.locales.1: must be a code',
      'localization.locales.2: "all" is reserved',
      'localization.locales.3: "en" is listed twice',
      'localization.locales.4: must be a code',
      'localization.locales.5: must be a code',
      'localization.defaultLocale: "de" is not one of the locales',
    ],
  },
  {
    name: 'no locales',
    config: { collections: {}, localization: { locales: [] } },
    problems: ['localization.locales: must be a list of at least one', 'localization.defaultLocale: is missing'],
  },
  {
    name: 'wrong fallbacks',
    config: {
      collections: {},
      localization: { ...localization, fallback: { de: ['de', 'fr', 'en', 'en'], fr: ['en'], en: 'de' } },
    },
    problems: [
      'localization.fallback.de.0: a locale cannot fall back to itself',
      'localization.fallback.de.1: "fr" is not one of the locales',
      'localization.fallback.de.3: "en" is listed twice',
      'localization.fallback.fr: "fr" is not one of the locales',
      'localization.fallback.en: must be a list of locales',
    ],
  },
  {
    name: 'no database',
    config: { collections: {}, database: './app.db' },
    problems: ['database: must be made with sqlite() or postgres()'],
  },
  {
    name: 'a database without a file',
    config: { collections: {}, database: sqlite('') },
    problems: ['database.path: must be a text'],
  },
  {
    name: 'invalid limits of a database',
    config: {
      collections: {},
      database: {
        dialect: 'sqlite',
        path: 'a.db',
        queryTimeout: '0s',
        transactionTimeout: 'soon',
        maxWaitingWrites: 0,
      },
    },
    problems: [
      'database.queryTimeout: must be more than 0',
      "database.transactionTimeout: must be a number of milliseconds or a text such as '500ms', '30s', '10m', '24h' or '7d', not 'soon'",
      'database.maxWaitingWrites: must be a whole number, 1 or more',
    ],
  },
  {
    name: 'a database URL that the environment lacks',
    config: { collections: {}, database: postgres(undefined) },
    problems: ['database.url: is missing'],
  },
  {
    name: 'another database',
    config: { collections: {}, database: postgres('mysql://x', { poolSize: 0, pooler: 'session' as 'transaction' }) },
    problems: [
      "database.url: must be a URL such as 'postgres://",
      'database.poolSize: must be a whole number, 1 or more',
      "database.pooler: must be 'transaction', or left out",
    ],
  },
  {
    name: 'a wrong server',
    config: {
      collections: {},
      server: {
        publicUrl: 'example.com',
        host: '',
        port: 70_000,
        trustProxy: 'all',
        allowedHosts: 'x',
        bodyLimit: '1 mb',
        requestTimeout: 0,
        cors: { origins: ['https://a.example/'], headers: 'x', methods: [] },
        rateLimit: { requests: 0, window: '1y', inFlight: 1.5 },
        connections: { total: 0, perClient: '1', unsent: 0, pipelined: 2 },
        lameDuck: 'long',
        drain: -1,
        colour: 'red',
      },
    },
    problems: [
      'server.publicUrl: must be an http or https URL',
      'server.host: must be a text',
      'server.port: must be a whole number from 0 to 65535',
      'server.trustProxy: must be true, false',
      'server.allowedHosts: must be a list of texts',
      'server.bodyLimit: must be a number of bytes',
      'server.requestTimeout: must be more than 0',
      'server.lameDuck: must be a number of milliseconds',
      'server.drain: must be a number of milliseconds',
      'server.colour: is not an option',
      'server.cors.origins: must contain only exact origins',
      'server.cors.headers: must be a list of texts',
      'server.cors.methods: is not an option',
      'server.rateLimit.requests: must be a whole number, 1 or more',
      "server.rateLimit.window: must be a number of milliseconds or a text such as '500ms', '30s', '10m', '24h' or '7d', not '1y'",
      'server.rateLimit.inFlight: must be a whole number, 1 or more',
      'server.connections.total: must be a whole number, 1 or more',
      'server.connections.perClient: must be a whole number, 1 or more',
      'server.connections.unsent: must be more than 0',
      'server.connections.pipelined: is not an option',
    ],
  },
]

const kept: readonly (typeof surroundings)[number][] = [
  {
    name: 'invalid limits',
    config: {
      collections: {
        a: { fields: {}, cache: 'long' },
        b: { fields: {}, cache: '500ms' },
        c: { fields: {}, cache: true },
      },
      globals: { d: { fields: {}, cache: 0 } },
    },
    problems: [
      'collections.a.cache: must be a number of milliseconds or a text such as',
      "collections.b.cache: must be at least a second, such as '60s'",
      'collections.c.cache: must be a number of milliseconds or a text such as',
      'globals.d.cache: must be more than 0',
    ],
  },
  {
    name: 'logs',
    config: { collections: {}, log: { level: 'loud', requests: 'no', file: 'x' } },
    problems: [
      "log.level: must be 'trace' or 'debug' or 'info' or 'warn' or 'error' or 'fatal' or 'silent'",
      'log.requests: must be true or false',
      'log.file: is not an option here (the options are: level, requests, logger)',
    ],
  },
  { name: 'an invalid log', config: { collections: {}, log: true }, problems: ['log: must be an object'] },
  {
    name: 'compression',
    config: { collections: {}, server: { compression: 'gzip' } },
    problems: ['server.compression: must be true or false'],
  },
]

function problemsOf(config: unknown): readonly string[] {
  try {
    checkConfig(config)
    return []
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    for (const { message } of error.problems) expect(error.message).toContain(message)
    return error.problems.map(({ place, message }) => `${place}: ${message}`)
  }
}

describe.each([
  { title: 'shape', scenarios: wrongTypes },
  { title: 'names', scenarios: names },
  { title: 'options of fields', scenarios: options },
  { title: 'surroundings', scenarios: surroundings },
  { title: 'caches and logs', scenarios: kept },
])('a wrong configuration is refused: $title', ({ scenarios }) => {
  test.each(scenarios)('$name', ({ config, problems }) => {
    const found = problemsOf(config)
    expect(found.map((problem, index) => problem.slice(0, problems[index]?.length))).toEqual(problems)
  })
})

test('every option is accepted', () => {
  const config = defineConfig({
    localization: { locales: ['en', 'de', 'pt-BR'], defaultLocale: 'en', fallback: { de: ['en'], en: ['de'] } },
    database: postgres('postgres://localhost/app', { poolSize: 5, pooler: 'transaction' }),
    server: {
      publicUrl: 'https://cms.example.com',
      host: '0.0.0.0',
      port: 3000,
      trustProxy: ['10.0.0.0/8'],
      allowedHosts: ['cms.example.com'],
      cors: { origins: ['https://www.example.com'], credentials: true, headers: ['X-Tenant'] },
      bodyLimit: '2mb',
      requestTimeout: '10s',
      rateLimit: { requests: 10, window: '1s', inFlight: 5 },
      connections: { total: 500, perClient: 50, unsent: '64mb' },
      lameDuck: '5s',
      drain: 0,
      compression: false,
    },
    log: { level: 'silent', requests: false },
    collections: {
      posts: collection({
        label: 'Posts',
        description: 'What the site says.',
        cache: '60s',
        fields: {
          title: f.text({
            required: true,
            localized: true,
            unique: true,
            index: true,
            default: 'x',
            label: 'T',
            description: 'D',
            admin: {},
          }),
          slug: f.slug({ from: 'title', unique: true }),
          seo: f.group({ localized: true, fields: { text: f.text({ localized: true, index: true }) } }),
          rows: f.array({
            fields: { a: f.text(), tags: f.select({ options: ['a'], many: true }) },
            default: [{ a: 'x', tags: ['a'] }],
          }),
          sections: f.blocks({
            blocks: { quote: { fields: { text: f.text() } } },
            default: [{ blockType: 'quote', text: 'x' }],
          }),
          when: f.date({ default: () => new Date().toISOString(), index: true }),
          self: f.relationship({ to: 'posts', onDelete: 'restrict', default: null }),
        },
        access: { read: () => true },
        hooks: { beforeChange: [({ data }) => data] },
      }),
    },
    globals: {
      settings: global({ cache: 1000, fields: { siteName: f.text({ required: true }) }, access: { read: () => true } }),
    },
  })
  expect(problemsOf(config)).toEqual([])
  expect(problemsOf({ collections: {}, globals: undefined, server: { rateLimit: false } })).toEqual([])
})

test('one problem is one line, several are a list', () => {
  expect(() => checkConfig({})).toThrow('The configuration is not valid: collections: is missing')
  expect(() => checkConfig({ a: 1 })).toThrow(
    /^The configuration is not valid:\n- a: is not an option.*\n- collections: is missing$/,
  )
})
