import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { KeyboardEvent, ReactNode } from 'react'
import { rowWords } from '../words/rows.ts'
import { useWords } from '../words/use-words.ts'

interface SortableProps {
  readonly ids: readonly string[]
  readonly onMove: (from: number, to: number) => void
  /** Name for announcements of moves. */
  readonly nameOf: (id: string) => string
  readonly direction: 'down' | 'wrapped'
  readonly children: ReactNode
}

export function Sortable({ ids, onMove, nameOf, direction, children }: SortableProps) {
  const said = useWords(rowWords)
  const sensors = useSensors(
    // Below this distance it is a click, so that buttons inside still work.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const place = (id: string | number) => ids.indexOf(String(id)) + 1
  const name = (id: string | number) => nameOf(String(id))

  function onDragEnd({ active, over }: DragEndEvent): void {
    if (over && active.id !== over.id) onMove(place(active.id) - 1, place(over.id) - 1)
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        screenReaderInstructions: { draggable: said.how },
        announcements: {
          onDragStart: ({ active }) => said.taken({ what: name(active.id) }),
          onDragOver: ({ active, over }) =>
            over
              ? said.over({ what: name(active.id), place: place(over.id), count: ids.length })
              : said.left({ what: name(active.id) }),
          onDragEnd: ({ active, over }) =>
            over
              ? said.dropped({ what: name(active.id), place: place(over.id), count: ids.length })
              : said.left({ what: name(active.id) }),
          onDragCancel: ({ active }) => said.left({ what: name(active.id) }),
        },
      }}
    >
      <SortableContext
        items={[...ids]}
        strategy={direction === 'down' ? verticalListSortingStrategy : rectSortingStrategy}
      >
        {children}
      </SortableContext>
    </DndContext>
  )
}

/** Props for the element that moves and for its handle. `onStep` is called when Alt and an arrow key move it by one. */
export function useSortableItem(id: string, isDisabled: boolean, onStep: (by: -1 | 1) => void) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: isDisabled,
  })
  return {
    moved: {
      ref: setNodeRef,
      style: { transform: CSS.Translate.toString(transform), transition },
      'data-dragging': isDragging || undefined,
    },
    handle: {
      ...attributes,
      ...listeners,
      ref: setActivatorNodeRef,
      onKeyDown: (event: KeyboardEvent) => {
        const step = stepOf(event)
        if (step === 0) listeners?.['onKeyDown']?.(event)
        else {
          event.preventDefault()
          onStep(step)
        }
      },
    },
  }
}

function stepOf({ altKey, key }: KeyboardEvent): -1 | 0 | 1 {
  if (!altKey) return 0
  if (key === 'ArrowUp' || key === 'ArrowLeft') return -1
  return key === 'ArrowDown' || key === 'ArrowRight' ? 1 : 0
}
