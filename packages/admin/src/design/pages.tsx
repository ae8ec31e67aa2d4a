import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Pagination } from '../data/document.ts'
import { Icon } from './icon.tsx'
import { Select } from './input.tsx'
import { useFormats } from '../words/formats.ts'
import { listWords } from '../words/list.ts'
import { useWords } from '../words/use-words.ts'
import styles from './pages.module.css'

interface PagesProps {
  readonly pagination: Pagination
  readonly onChange: (page: number) => void
  /** Called if the user chooses how many rows a page has. */
  readonly onLimit?: (limit: number) => void
}

const LIMITS = [10, 25, 50, 100]

export function Pages({ pagination, onChange, onLimit }: PagesProps) {
  const said = useWords(listWords)
  const { number } = useFormats()
  const { page, limit, totalDocs, totalPages } = pagination
  const from = (page - 1) * limit + 1
  return (
    <>
      <span className={styles.about}>
        <span>{said.range({ from, to: Math.min(from + limit - 1, totalDocs), total: totalDocs })}</span>
        {onLimit && totalDocs > (LIMITS[0] ?? 0) && (
          <label className={styles.limit}>
            {said.rowsPerPage}
            <Select
              value={String(limit)}
              options={[...new Set([...LIMITS, limit])]
                .toSorted((one, other) => one - other)
                .map((one) => ({ value: String(one), label: number(one) }))}
              onChange={(next) => onLimit(Number(next))}
            />
          </label>
        )}
      </span>
      {totalPages > 1 && (
        <nav className={styles.pages} aria-label={said.pages}>
          <button
            type="button"
            className={styles.page}
            disabled={page <= 1}
            aria-label={said.previous}
            onClick={() => onChange(page - 1)}
          >
            <Icon of={ChevronLeft} />
          </button>
          {around(page, totalPages).map((one, index) =>
            one === null ? (
              // There are at most two gaps; only their position tells them apart.
              <span key={`gap-${index}`}>…</span>
            ) : (
              <button
                key={one}
                type="button"
                className={styles.page}
                aria-label={said.page({ page: one })}
                aria-current={one === page ? 'page' : undefined}
                onClick={() => onChange(one)}
              >
                {number(one)}
              </button>
            ),
          )}
          <button
            type="button"
            className={styles.page}
            disabled={page >= totalPages}
            aria-label={said.next}
            onClick={() => onChange(page + 1)}
          >
            <Icon of={ChevronRight} />
          </button>
        </nav>
      )}
    </>
  )
}

/** The same, hidden if there is only one page. */
export function PagesBelow(props: PagesProps) {
  if (props.pagination.totalPages <= 1) return null
  return (
    <footer className={styles.foot}>
      <Pages {...props} />
    </footer>
  )
}

/** Null stands for a gap. */
function around(page: number, last: number): (number | null)[] {
  const shown = [1, page - 1, page, page + 1, last, ...(page < 3 ? [3] : [])]
  const pages = [...new Set(shown)].filter((one) => one >= 1 && one <= last).toSorted((a, b) => a - b)
  return pages.flatMap((one, index) => (index > 0 && one - (pages[index - 1] ?? 0) > 1 ? [null, one] : [one]))
}
