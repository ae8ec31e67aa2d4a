import type { ContentModel } from './content-model.ts'
import type { CallMode, CopyOf, CopyRead, Fewer, LocaleOf } from './config.ts'
import type { InferredSelection, SelectionBelow, SelectionOf, SelectionOfBlock } from './selection.ts'

/**
 * How a response shows one place in a document. This is an interface with parameters because TypeScript recognizes two
 * of them with the same arguments as the same type, and so computes each place only once.
 */
export interface ViewAt<
  Config extends ContentModel,
  All extends string,
  Locales extends string,
  Selected extends InferredSelection,
  Population,
  Path extends string,
  Copy extends CopyRead,
> {
  readonly config: Config
  /** The keys of localized values in this call; `never` if it chose one locale. */
  readonly all: All
  /** The same at this place; also `never` inside a localized field, because the outermost one decides. */
  readonly locales: Locales
  readonly selection: Selected
  /** The replacement of ids: `Levels`, `Paths`, or `never` for nothing. */
  readonly population: Population
  /** The path of this place in its document, in the form of `populate`: `seo.`, `sections.quote.`. */
  readonly path: Path
  readonly copy: Copy
}

export type View = ViewAt<ContentModel, string, string, InferredSelection, unknown, string, CopyRead>

/** `depth`: all relationships and joins, down to this many levels. */
interface Levels<Left> {
  readonly left: Left
}

/** `populate`: only those that the tree names. */
interface Paths<Tree> {
  readonly tree: Tree
}

/** One view, or several if the locale isn't known before the call and may be `'all'`. */
export type ViewOf<Config extends ContentModel, Mode extends CallMode> = ViewIn<Config, Scope<Mode>, Mode>

type Scope<Mode> = Mode extends { readonly locale?: infer Locale }
  ? Locale extends 'all' | '*'
    ? 'all'
    : 'one'
  : 'one'

type ViewIn<Config extends ContentModel, Locales extends 'all' | 'one', Mode extends CallMode> = Locales extends 'all'
  ? DocumentView<Config, LocaleOf<Config>, Mode, CopyOf<Mode>>
  : DocumentView<Config, never, Mode, CopyOf<Mode>>

/** How a whole document is shown, at the top of an answer or instead of an id. */
type DocumentView<Config extends ContentModel, All extends string, Mode, Copy extends CopyRead> = ViewAt<
  Config,
  All,
  All,
  SelectionOf<Mode>,
  PopulationOf<Mode>,
  '',
  Copy
>

/**
 * In a type that is wider than the actual value, optional options count as given. That is safe because every reference
 * may also be an id.
 */
type PopulationOf<Mode> =
  | ('populate' extends keyof Mode ? Paths<NonNullable<Mode['populate']>> : never)
  | ('depth' extends keyof Mode ? LevelsOf<NonNullable<Mode['depth']>> : never)

/** A number that isn't known before the call counts as the largest. Again, every reference may also be an id. */
type LevelsOf<Depth> = number extends Depth ? Levels<5> : Depth extends keyof Fewer ? Levels<Depth> : never

export type GroupView<To extends View, Name extends string> = ViewAt<
  To['config'],
  To['all'],
  To['locales'],
  SelectionBelow<To['selection'], Name>,
  To['population'],
  PathBelow<To, Name>,
  To['copy']
>

export type BlockView<To extends View, Block extends string> = ViewAt<
  To['config'],
  To['all'],
  To['locales'],
  SelectionOfBlock<To['selection'], Block>,
  To['population'],
  PathBelow<To, Block>,
  To['copy']
>

/** Only `Paths` needs the path. Without it, the same fields in another place become the same type. */
type PathBelow<To extends View, Name extends string> = [To['population']] extends [Levels<unknown>]
  ? ''
  : `${To['path']}${Name}.`

export type UnlocalizedView<To extends View> = ViewAt<
  To['config'],
  To['all'],
  never,
  To['selection'],
  To['population'],
  To['path'],
  To['copy']
>

/** How to show the targets of a relationship or join; `never` if they stay ids. */
export type TargetView<To extends View, Name extends string> = ViewBy<To['population'], To, `${To['path']}${Name}`>

type ViewBy<Population, To extends View, Path extends string> =
  Population extends Levels<infer Left extends keyof Fewer>
    ? DocumentView<To['config'], To['all'], { readonly depth: Fewer[Left] }, To['copy']>
    : Population extends Paths<infer Tree>
      ? Path extends keyof Tree
        ? ChosenView<To, NonNullable<Tree[Path]>>
        : never
      : never

/** Distributes over `true`, and an object with `select` and `populate`. */
type ChosenView<To extends View, Choice> = Choice extends object
  ? DocumentView<To['config'], To['all'], Choice, To['copy']>
  : DocumentView<To['config'], To['all'], object, To['copy']>
