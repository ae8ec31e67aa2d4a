import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Languages, Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { addresses, type ListSearch } from '../../data/addresses.ts'
import { can, isAuth, labelOf, singularOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useOfferCommands } from '../../data/screen-commands.ts'
import { listInQuery, may, readListIn, useFoundList, useListIn } from '../../data/use-documents.ts'
import { useRights } from '../../data/use-rights.ts'
import { useSchema } from '../../data/use-session.ts'
import { Button, buttonClass } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { LoadingRows } from '../../design/loading.tsx'
import { Menu, MenuChoice } from '../../design/menu.tsx'
import { Failure, Notice, NoticePage } from '../../design/notice.tsx'
import { PageBar } from '../../design/page-bar.tsx'
import { lazily } from '../../fields/lazily.tsx'
import { errorWords } from '../../data/error-words.ts'
import { useFormats } from '../../words/formats.ts'
import { listWords } from '../../words/list.ts'
import { shellWords } from '../../words/shell.ts'
import { useWords } from '../../words/use-words.ts'
import type { ListContext } from '../feature.ts'
import { Slot, slotsAt } from '../slot.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { ListFilters } from './list-filters.tsx'
import styles from './list-screen.module.css'
import { unknownPaths } from './filter-model.ts'
import { type ListState, useListState } from './list-state.ts'
import { ListTable } from './list-table.tsx'
import { Pages } from '../../design/pages.tsx'
import { SavedViews } from './saved-views.tsx'
import { useFollowedList } from './use-followed-list.ts'
import { useSelection } from './use-selection.ts'
import type { Doc } from '../../data/document.ts'
import { namedExactly } from '../../data/use-found.ts'
import { followingWords } from '../../words/diff.ts'

/** Maximum number of exact matches that are moved to the front. */
const FIRST = 5

const NONE: readonly Doc[] = []

/** The documents of a page. With a search, the first page begins with exact title matches. */
function useExactFirst(
  entity: EntitySchema,
  { words, options, search }: ListState,
  docs: readonly Doc[] = NONE,
): readonly Doc[] {
  const { search: _search, sort: _sort, where, ...rest } = options
  const named = words === '' ? undefined : namedExactly(entity, words)
  const isAsked = named !== undefined && search.sort === undefined && options.page === 1
  const exact = useFoundList(
    entity.slug,
    { ...rest, limit: FIRST, where: { and: [named, where].filter(Boolean) } },
    isAsked,
  )
  if (!isAsked || !exact) return docs
  const first = new Set(exact.map(({ id }) => id))
  return first.size === 0 ? docs : [...exact, ...docs.filter(({ id }) => !first.has(id))]
}

/** Loaded on demand: most visits only read. */
const BulkBar = lazily(async () => (await import('./bulk-bar.tsx')).BulkBar)

export function ListScreen() {
  const { collection = '' } = useParams({ strict: false })
  const entity = useSchema().collections[collection]
  const { missing, not_found } = useWords(errorWords)
  if (!entity) return <NoticePage title={missing}>{not_found}</NoticePage>
  // The key resets all state when the collection changes.
  return <List key={collection} entity={entity} />
}

function List({ entity }: { readonly entity: EntitySchema }) {
  const said = useWords(listWords)
  const formats = useFormats()
  const state = useListState(entity)
  const rights = useRights(entity.slug)
  const list = useListIn(entity.slug, state.options, state.locale, state.isReady)
  const docs = useExactFirst(entity, state, list.data?.docs)
  const selection = useSelection(docs, JSON.stringify(state.scope))
  const [hasSelected, setHasSelected] = useState(false)
  // The bar stays after a bulk action, because it shows the result.
  if (!selection.isEmpty && !hasSelected) setHasSelected(true)
  const rows = useRef<HTMLDivElement>(null)
  const followed = useFollowedList({
    slug: entity.slug,
    queryKey: listInQuery(entity.slug, state.options, state.locale).queryKey,
    read: () => readListIn(entity.slug, state.options, state.locale),
    shown: list.data,
    isBusy: () => !selection.isEmpty || rows.current?.matches(':hover, :focus-within') === true,
  })
  const searchBox = useRef<HTMLInputElement>(null)
  const { page: shownPage = 1, totalPages = 1, totalDocs: total } = list.data?.pagination ?? {}
  const navigate = useNavigate()
  // The last page has lost its rows, or the link is outdated.
  const isBeyond = shownPage > 1 && shownPage > totalPages
  useEffect(() => {
    const last = totalPages > 1 ? { page: totalPages } : {}
    const search = ({ page: _, ...old }: ListSearch) => ({ ...old, ...last })
    if (isBeyond) void navigate({ to: '.', search, replace: true })
  }, [isBeyond, navigate, totalPages])
  const isFiltered = state.isNarrowed
  const mayCreate = may(rights, 'create') && (can(entity, 'create') || isAuth(entity))
  // Rights load with the list at the latest; those who may change it see no shift.
  const maySelect = rights === undefined || entity.bulkActions.some((action) => may(rights, action))
  const context: ListContext = { entity, state, docs, selection, maySelect, mayCreate }
  const hasBar = slotsAt('listBar', context).length > 0
  const hasBody = slotsAt('listBody', context).length > 0
  const createText = said.new({ what: singularOf(entity) })
  useOfferCommands(
    useMemo(
      () => [
        {
          key: 'search',
          label: said.searchIn({ what: labelOf(entity) }),
          hint: '/',
          run: () => searchBox.current?.focus(),
        },
      ],
      [entity, said],
    ),
  )

  return (
    <>
      <PageBar trail={<span>{labelOf(entity)}</span>}>
        <Slot name="listMenu" context={context} />
        {!hasBody && <ColumnChooser state={state} />}
        <LocaleMenu state={state} entity={entity} />
        {hasBar ? (
          <Slot name="listBar" context={context} />
        ) : (
          mayCreate && (
            <Link {...addresses.create(entity.slug)} className={buttonClass('primary')}>
              <Icon of={Plus} />
              {createText}
            </Link>
          )
        )}
      </PageBar>
      <div className={styles.head}>
        <h1 className={styles.title}>
          {labelOf(entity)}
          {total !== undefined && <span className={styles.count}>{formats.number(total)}</span>}
        </h1>
        <WaitingLine waiting={followed.waiting} onShow={followed.show} />
      </div>
      <SavedViews state={state} entity={entity} />
      <Slot name="listHead" context={context} />
      <div className={styles.tools}>
        <ListFilters state={state} entity={entity} searchBox={searchBox} />
      </div>
      {list.isPending && state.unknown.length === 0 && <LoadingRows />}
      {state.unknown.length > 0 ? (
        <Notice
          title={said.unknownFilter}
          actions={
            <Button kind="outline" onClick={() => state.change({ filter: withoutUnknown(state) })}>
              {said.removeUnknown}
            </Button>
          }
        >
          {said.unknownFilterText({ fields: formats.list(state.unknown) })}
        </Notice>
      ) : list.isError && !list.data ? (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        list.data && (
          <div ref={rows}>
            {hasBody ? (
              <Slot name="listBody" context={context} awaited={<LoadingRows />} />
            ) : (
              <ListTable
                entity={entity}
                state={state}
                docs={docs}
                changed={followed.changed}
                selection={selection}
                maySelect={maySelect}
                onSearch={() => searchBox.current?.focus()}
              />
            )}
          </div>
        )
      )}
      {list.data && !isBeyond && docs.length === 0 && state.unknown.length === 0 && (
        <Notice
          title={isFiltered ? said.noMatch : said.empty({ what: formats.inSentence(labelOf(entity)) })}
          actions={
            isFiltered ? (
              <Button kind="outline" onClick={() => state.change({ filter: [], q: '' })}>
                {said.clearFilters}
              </Button>
            ) : (
              mayCreate &&
              !hasBar && (
                <Link {...addresses.create(entity.slug)} className={buttonClass('outline')}>
                  {createText}
                </Link>
              )
            )
          }
        >
          {isFiltered ? said.noMatchText : said.emptyText}
        </Notice>
      )}
      {list.data && docs.length > 0 && (
        <footer className={styles.foot}>
          <Pages
            pagination={list.data.pagination}
            onChange={(page) => state.change({ page }, true)}
            onLimit={(limit) => {
              state.changeLayout({ ...state.layout, limit })
              state.change({ limit: undefined })
            }}
          />
        </footer>
      )}
      {hasSelected && <BulkBar entity={entity} state={state} selection={selection} total={total ?? 0} />}
    </>
  )
}

function withoutUnknown({ filters, filterFields }: ListState) {
  return filters.filter((filter) => unknownPaths([filter], filterFields.at).length === 0)
}

function LocaleMenu({ state, entity }: { readonly state: ListState; readonly entity: EntitySchema }) {
  const { language } = useWords(shellWords)
  const formats = useFormats()
  const { localization } = useSchema()
  if (!entity.localized || !localization || state.locale === undefined) return null
  return (
    <Menu
      trigger={
        <Button>
          <Icon of={Languages} />
          <span>{formats.locale(state.locale)}</span>
        </Button>
      }
    >
      <MenuChoice
        label={language}
        value={state.locale}
        options={localization.locales.map((value) => ({ value, label: formats.locale(value) }))}
        onChange={(locale) => state.change({ locale: locale === localization.defaultLocale ? '' : locale }, true)}
      />
    </Menu>
  )
}

/** Notice of changes by other users that wait for a click. Placed beside the title, where it causes no layout shift. */
function WaitingLine({ waiting, onShow }: { readonly waiting: number | undefined; readonly onShow: () => void }) {
  const said = useWords(followingWords)
  return (
    <p role="status" className={styles.line}>
      {waiting !== undefined && (
        <>
          <span>{waiting > 0 ? said.newOnes({ count: waiting }) : said.listChanged}</span>
          <button type="button" className={styles.show} onClick={onShow}>
            {said.show}
          </button>
        </>
      )}
    </p>
  )
}
