import { Combobox } from '@base-ui/react/combobox'
import { ChevronRight, Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ModelPath } from '../../data/model/model-path.ts'
import { Icon } from '../icon.tsx'
import input from '../input.module.css'
import popup from '../popup.module.css'
import { fieldWords } from '../../words/fields.ts'
import { listWords } from '../../words/list.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './path-input.module.css'
import { type Offer, offersOf, searchOffers } from './path-offers.ts'

export interface PathInputProps {
  readonly label: string
  readonly value: string
  /** Label of the chosen path. */
  readonly shown: string
  readonly paths: readonly ModelPath[]
  readonly suits: (path: ModelPath) => boolean
  /** Offered before the paths of the model. */
  readonly first?: readonly Offer[]
  /** Paths that are already in use. */
  readonly without?: readonly string[]
  /** Whether to show the paths beside the labels. */
  readonly hasNames?: boolean
  readonly onChange: (path: string) => void
}

/** Maximum number of entries; typing finds the others. */
const SHOWN = 80

export function PathInput({
  label,
  value,
  shown,
  paths,
  suits,
  first = NONE,
  without = NO_PATHS,
  hasNames = true,
  onChange,
}: PathInputProps) {
  const said = useWords(listWords)
  const { nothingFound } = useWords(fieldWords)
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [from, setFrom] = useState<ModelPath>()
  const all = useMemo(
    () => (isOpen ? [...(from ? NONE : first), ...offersOf(paths, suits, from)] : NONE),
    [isOpen, paths, suits, first, from],
  )
  const left = all.filter(({ path, leads }) => leads !== undefined || path === value || !without.includes(path))
  const isSearched = text.trim() !== ''
  const found = isSearched || from ? searchOffers(left, text) : left.filter(({ path }) => isNear(path, paths))
  const back: readonly Offer[] = from ? [{ path: BACK, labels: from.labels }] : NONE
  const items = [...back, ...found.slice(0, SHOWN)]
  const hidden = (isSearched || from ? found : left).length - Math.min(found.length, SHOWN)

  function choose({ path, leads }: Offer): void {
    setText('')
    if (path === BACK) setFrom(undefined)
    else if (leads) setFrom(leads)
    else {
      onChange(path)
      setOpen(false)
      setFrom(undefined)
    }
  }

  return (
    <Combobox.Root<Offer>
      items={items}
      filter={null}
      value={null}
      autoHighlight
      open={isOpen}
      onOpenChange={(next, { reason }) => {
        // Opening a relation keeps the list open.
        if (!next && reason === 'item-press') return
        setOpen(next)
        if (next) return
        setText('')
        setFrom(undefined)
      }}
      inputValue={isOpen ? text : shown}
      onInputValueChange={(next, { reason }) => {
        if (reason === 'input-change') setText(next)
      }}
      itemToStringLabel={({ labels }) => labels.join(' › ')}
      onValueChange={(next) => next && choose(next)}
    >
      <Combobox.Input
        className={`${input.input} ${styles.input}`}
        aria-label={label}
        placeholder={isOpen ? shown || said.findField : said.findField}
        // What is typed replaces the name that is there.
        onFocus={(event) => event.currentTarget.select()}
      />
      <Combobox.Portal>
        <Combobox.Positioner className={popup.layer} sideOffset={4} align="start">
          <Combobox.Popup className={popup.popup}>
            <Combobox.Empty className={`${popup.label} ${styles.empty}`}>{nothingFound}</Combobox.Empty>
            <Combobox.List>
              {(offer: Offer) => (
                <Combobox.Item
                  key={`${offer.leads ? '>' : ''}${offer.path}`}
                  value={offer}
                  className={`${popup.item} ${styles.item}`}
                  aria-label={nameOf(offer, said)}
                >
                  <OfferText offer={offer} hasName={hasNames} />
                </Combobox.Item>
              )}
            </Combobox.List>
            {hidden > 0 && <div className={popup.label}>{said.moreFields({ count: hidden })}</div>}
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

const BACK = '<'

const NONE: readonly Offer[] = []
const NO_PATHS: readonly string[] = []

/** Whether a path stays in the document, or is a system field. */
function isNear(path: string, paths: readonly ModelPath[]): boolean {
  const top = paths.find((one) => path === one.path || path.startsWith(`${one.path}.`))
  return !top?.isRelation || path === top.path
}

function nameOf(
  { path, labels, leads }: Offer,
  said: { readonly fieldsOf: (values: { readonly what: string }) => string; readonly allFields: string },
): string {
  if (path === BACK) return said.allFields
  return leads ? said.fieldsOf({ what: labels.join(' › ') }) : labels.join(' › ')
}

/** "Size › Height", optionally with the path. */
function OfferText({ offer, hasName }: { readonly offer: Offer; readonly hasName: boolean }) {
  const said = useWords(listWords)
  const { path, leads } = offer
  const text = nameOf(offer, said)
  return (
    <>
      {path === BACK && <Icon of={Undo2} size={14} />}
      <span className={styles.label}>{text}</span>
      {leads ? (
        <Icon of={ChevronRight} size={14} />
      ) : (
        hasName &&
        path !== BACK &&
        !path.startsWith('_') && (
          <code className={styles.name} dir="ltr">
            {path}
          </code>
        )
      )}
    </>
  )
}
