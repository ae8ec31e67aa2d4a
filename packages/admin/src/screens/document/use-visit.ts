import { useState } from 'react'

interface Visit {
  /** Changes with each visit; used as key of the form. */
  readonly number: number
  /** Whether the current form created the document: it has the content and later edits. */
  readonly isMade: boolean
  readonly onMade: (id: string) => void
}

/**
 * The form stays mounted when autosave creates the document and the address changes, so that typing is not interrupted.
 */
export function useVisit(id: string | null, locale: string | undefined): Visit {
  const [visit, setVisit] = useState<{ id: string | null; locale: typeof locale; number: number; made?: string }>({
    id,
    locale,
    number: 0,
  })
  if (visit.id !== id || visit.locale !== locale) {
    const goesOn = visit.id === null && id !== null && id === visit.made && locale === visit.locale
    setVisit(goesOn ? { ...visit, id } : { id, locale, number: visit.number + 1 })
  }
  return {
    number: visit.number,
    isMade: visit.made !== undefined && visit.made === visit.id,
    onMade: (made) => setVisit((old) => ({ ...old, made })),
  }
}
