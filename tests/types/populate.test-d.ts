import {
  type Doc,
  type GlobalDoc,
  type GlobalPopulateOf,
  isPopulated,
  type PopulateOf,
  type UnpopulatedId,
} from '@quirecms/core'
import { expectTypeOf, test } from 'vitest'
import type { Config } from './magazine.ts'

type Populate = PopulateOf<Config, 'articles'>
type Person = Doc<Config, 'people'>
type Tag = Doc<Config, 'tags'>
type Article = Doc<Config, 'articles'>
type Comment = Doc<Config, 'comments'>
type Populated<Tree extends object> = Doc<Config, 'articles', { populate: Tree }>
type AtDepth<Depth extends number> = Doc<Config, 'articles', { depth: Depth }>
/** A populated document, or its id. */
type Or<Document> = Document | UnpopulatedId<Document>
type JoinOf<Element> = { docs: Element[]; totalDocs: number; hasNextPage: boolean }

test('a population names relationships and joins by their paths, at any depth', () => {
  expectTypeOf<keyof Populate>().toEqualTypeOf<
    | ('author' | 'editor' | 'tags' | 'related' | 'about' | 'translator' | 'comments')
    | ('credits.photo' | 'summary.by' | 'sources.person' | 'parts.quote.by')
  >()
  expectTypeOf<keyof PopulateOf<Config, 'people'>>().toEqualTypeOf<
    'mentor' | 'friends' | 'favourite' | 'articles' | 'activity.comments' | 'activity.mentions'
  >()
  expectTypeOf<{ label: true }>().not.toExtend<GlobalPopulateOf<Config, 'front'>>()
  expectTypeOf<keyof GlobalPopulateOf<Config, 'front'>>().toEqualTypeOf<'lead'>()
})

test('a population is nested', () => {
  const populate = {
    author: { select: { name: true }, populate: { mentor: { populate: { articles: true } } } },
    related: { select: { title: true, name: true }, populate: { author: true, mentor: true } },
    comments: { select: { text: false }, populate: { by: true } },
    'parts.quote.by': true,
  } as const satisfies Populate
  expectTypeOf(populate).toExtend<Populate>()
  // @ts-expect-error there is no such relationship
  const unknown: Populate = { autor: true }
  // @ts-expect-error a text is no relationship
  const text: Populate = { title: true }
  // @ts-expect-error hidden fields do not exist for clients
  const hidden: Populate = { reviewer: true }
  // @ts-expect-error a block is a step of its own
  const path: Populate = { 'parts.by': true }
  // @ts-expect-error true, or an object
  const never: Populate = { author: false }
  // @ts-expect-error people have no title
  const select: Populate = { author: { select: { title: true } } }
  // @ts-expect-error neither collection has this
  const pair: Populate = { related: { select: { weight: true } } }
  // @ts-expect-error people have no author
  const nested: Populate = { author: { populate: { author: true } } }
  // @ts-expect-error there is no such option
  const option: Populate = { author: { where: {} } }
  expectTypeOf([unknown, text, hidden, path, never, select, pair, nested, option]).toBeArray()
})

test('a population has at most five levels', () => {
  type Five = {
    populate: { mentor: { populate: { mentor: { populate: { mentor: { populate: { mentor: true } } } } } } }
  }
  expectTypeOf<{ author: Five }>().toExtend<Populate>()
  type Six = { populate: { mentor: Five } }
  expectTypeOf<{ author: Six }>().not.toExtend<Populate>()
})

test('a populated relationship is the document, or still the id', () => {
  type Shown = Populated<{ author: true; editor: true; tags: true }>
  expectTypeOf<Shown['author']>().toEqualTypeOf<Or<Person>>()
  expectTypeOf<Pick<Shown, 'editor'>>().toEqualTypeOf<{ editor?: Or<Person> | null }>()
  expectTypeOf<Shown['tags']>().toEqualTypeOf<Or<Tag>[]>()
  expectTypeOf<Shown['title']>().toEqualTypeOf<string>()
  expectTypeOf<Shown['credits']>().toEqualTypeOf<Article['credits']>()
})

test('fields of a populated document are present, or undefined', () => {
  const read = (article: Populated<{ author: true; translator: true; tags: true; about: true; comments: true }>) => {
    expectTypeOf(article.author.name).toEqualTypeOf<string | undefined>()
    expectTypeOf(article.translator?.name).toEqualTypeOf<string | undefined>()
    expectTypeOf(article.tags[0]?.label).toEqualTypeOf<string | null | undefined>()
    expectTypeOf(article.comments.docs[0]?.text).toEqualTypeOf<string | undefined>()
    // @ts-expect-error there is no such field
    void article.author.nam
  }
  const unread = (article: Article) => {
    // @ts-expect-error not populated
    void article.author.name
  }
  expectTypeOf([read, unread]).toBeArray()
})

test('a guard distinguishes documents from ids', () => {
  const read = ({ author, tags }: Populated<{ author: true; tags: true }>) => {
    if (isPopulated(author)) expectTypeOf(author).toEqualTypeOf<Person>()
    else expectTypeOf(author).toExtend<string>()
    expectTypeOf(tags.filter(isPopulated)).toEqualTypeOf<Tag[]>()
    const id: string = typeof author === 'string' ? author : author.id
    return id
  }
  expectTypeOf(read).toBeFunction()
})

test('a populated pair keeps its two members together', () => {
  type Shown = Populated<{ related: true; about: true }>
  type Related = { relationTo: 'articles'; value: Or<Article> } | { relationTo: 'people'; value: Or<Person> }
  type About = { relationTo: 'tags'; value: Or<Tag> } | { relationTo: 'people'; value: Or<Person> }
  expectTypeOf<Shown['related']>().toEqualTypeOf<Related[]>()
  expectTypeOf<Shown['about']>().toEqualTypeOf<About | null>()
})

test('a populated join lists documents', () => {
  expectTypeOf<Article['comments']>().toEqualTypeOf<JoinOf<string>>()
  expectTypeOf<Populated<{ comments: true }>['comments']>().toEqualTypeOf<JoinOf<Or<Comment>>>()
  type People = Doc<Config, 'people', { populate: { 'activity.comments': true } }>
  expectTypeOf<People['activity']>().toEqualTypeOf<{ comments: JoinOf<Or<Comment>>; mentions: JoinOf<string> }>()
})

test('groups, rows and blocks are populated by their paths', () => {
  type Shown = Populated<{ 'credits.photo': true; 'sources.person': true; 'parts.quote.by': true }>
  expectTypeOf<Shown['credits']>().toEqualTypeOf<{ photo: Or<Person> | null; note: string | null }>()
  expectTypeOf<Shown['sources']>().toEqualTypeOf<{ id: string; person: Or<Person> | null; page: number | null }[]>()
  type Quote = Extract<Shown['parts'][number], { blockType: 'quote' }>
  expectTypeOf<Quote['by']>().toEqualTypeOf<Or<Person> | null>()
  expectTypeOf<Shown['author']>().toEqualTypeOf<string>()
})

test('a populated document is selected and populated in turn', () => {
  type Shown = Populated<{
    author: { select: { name: true; mentor: true }; populate: { mentor: { select: { bio: true } } } }
  }>
  type Mentor = { id: string; bio: string | null }
  expectTypeOf<Shown['author']>().toEqualTypeOf<Or<{ id: string; name: string; mentor: Or<Mentor> | null }>>()
  type Rest = Exclude<Populated<{ tags: { select: { label: false } } }>['tags'][number], string>
  expectTypeOf<Rest>().toEqualTypeOf<Omit<Tag, 'label'>>()
  type Bare = Populated<{ author: { select: {} } }>['author']
  expectTypeOf<Bare>().toEqualTypeOf<Or<{ id: string }>>()
})

test('each collection of a pair uses the part of the selection that it knows', () => {
  type Related = Populated<{ related: { select: { title: true; name: true } } }>['related'][number]
  expectTypeOf<Related>().toEqualTypeOf<
    | { relationTo: 'articles'; value: Or<{ id: string; title: string }> }
    | { relationTo: 'people'; value: Or<{ id: string; name: string }> }
  >()
  type About = Populated<{ about: { select: { label: false } } }>['about']
  expectTypeOf<About>().toEqualTypeOf<
    { relationTo: 'tags'; value: Or<Omit<Tag, 'label'>> } | { relationTo: 'people'; value: Or<Person> } | null
  >()
})

test('select and populate combine', () => {
  type Card = Doc<Config, 'articles', { select: { title: true; author: true }; populate: { author: true; tags: true } }>
  expectTypeOf<Card>().toEqualTypeOf<{ id: string; title: string; author: Or<Person> }>()
  type Parts = Doc<
    Config,
    'articles',
    { select: { parts: { quote: { by: true } } }; populate: { 'parts.quote.by': { select: { name: true } } } }
  >['parts']
  expectTypeOf<Parts>().toEqualTypeOf<
    (
      | { id: string; blockType: 'quote'; by: Or<{ id: string; name: string }> | null }
      | { id: string; blockType: 'gallery' }
    )[]
  >()
})

test('depth populates everything, down to its level', () => {
  expectTypeOf<AtDepth<0>>().toEqualTypeOf<Article>()
  expectTypeOf<AtDepth<1>['author']>().toEqualTypeOf<Or<Person>>()
  expectTypeOf<AtDepth<1>['comments']>().toEqualTypeOf<JoinOf<Or<Comment>>>()
  expectTypeOf<AtDepth<1>['sources'][number]['person']>().toEqualTypeOf<Or<Person> | null>()
  type Author = Exclude<AtDepth<2>['author'], string>
  expectTypeOf<Author>().toEqualTypeOf<Doc<Config, 'people', { depth: 1 }>>()
  expectTypeOf<Author['mentor']>().toEqualTypeOf<Or<Person> | null>()
  expectTypeOf<Author['articles']['docs'][number]>().toEqualTypeOf<Or<Article>>()
  type Fifth = Doc<Config, 'people', { depth: 5 }>
  type Below<Type extends { mentor: unknown }> = Exclude<Type['mentor'], string | null>
  expectTypeOf<Below<Below<Below<Below<Fifth>>>>['mentor']>().toEqualTypeOf<Or<Person> | null>()
  expectTypeOf<Below<Below<Below<Below<Below<Fifth>>>>>['mentor']>().toEqualTypeOf<string | null>()
})

test('a depth that is unknown at compile time may be any', () => {
  expectTypeOf<AtDepth<number>>().toEqualTypeOf<AtDepth<5>>()
  expectTypeOf<AtDepth<0>>().toExtend<AtDepth<number>>()
  expectTypeOf<AtDepth<2>>().toExtend<AtDepth<number>>()
})

test('with all locales, populated documents contain all of them too', () => {
  type All = Doc<
    Config,
    'articles',
    { locale: 'all'; populate: { author: true; translator: true; 'summary.by': true } }
  >
  type AllPerson = Doc<Config, 'people', { locale: 'all' }>
  expectTypeOf<AllPerson['bio']>().toEqualTypeOf<{ en?: string | null; de?: string | null }>()
  expectTypeOf<All['author']>().toEqualTypeOf<Or<AllPerson>>()
  expectTypeOf<All['translator']>().toEqualTypeOf<{ en?: Or<AllPerson> | null; de?: Or<AllPerson> | null }>()
  type Summary = { text: string | null; by: Or<AllPerson> | null } | null
  expectTypeOf<All['summary']>().toEqualTypeOf<{ en?: Summary; de?: Summary }>()
  type Named = Doc<Config, 'articles', { locale: 'all'; populate: { author: { select: { bio: true } } } }>['author']
  expectTypeOf<Named>().toEqualTypeOf<Or<{ id: string; bio: { en?: string | null; de?: string | null } }>>()
  type Selected = Doc<Config, 'articles', { locale: '*'; select: { summary: { text: true } } }>
  type Text = { text: string | null } | null
  expectTypeOf<Selected>().toEqualTypeOf<{ id: string; summary: { en?: Text; de?: Text } }>()
})

test('a global is populated in the same way', () => {
  expectTypeOf<GlobalDoc<Config, 'front', { populate: { lead: true } }>['lead']>().toEqualTypeOf<Or<Article> | null>()
  type Lead = GlobalDoc<Config, 'front', { depth: 2 }>['lead']
  expectTypeOf<Lead>().toEqualTypeOf<Or<AtDepth<1>> | null>()
})
