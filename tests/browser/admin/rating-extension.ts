import type { Extend, InputProps } from '@quirecms/admin/extensions'

/** Adds one of everything that an extension can add. */
const extend: Extend = ({ react: { createElement: h }, components, data, fieldTypeOf }) => {
  const { Button, Page, PageTitle, Section } = components

  function Stars({ value, onChange, described }: InputProps) {
    const stars = [1, 2, 3].map((star) => h(Button, { key: star, onClick: () => onChange(star) }, `${star} of 3`))
    return h('div', { id: described.id, role: 'group', 'aria-label': `Rated ${String(value)}` }, ...stars)
  }

  function Totals() {
    return h(Section, { title: 'Totals', children: h('p', null, `${data.useCount('tags').data ?? '…'} tags in all`) })
  }

  return {
    fields: [{ ...fieldTypeOf({ type: 'number' }), name: 'number', Input: Stars }],
    cards: [{ key: 'totals', Component: Totals, isAside: true }],
    views: [
      {
        key: 'ratings',
        title: 'Ratings',
        Component: () => h(Page, { children: h(PageTitle, { children: 'Best rated' }) }),
      },
    ],
    menu: [{ key: 'ratings', label: 'Ratings', group: 'Reports', view: 'ratings' }],
  }
}

// oxlint-disable-next-line import/no-default-export -- where the app looks for an extension
export default extend
