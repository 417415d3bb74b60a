/** Whether there is no room for a form or a record beside its list, as in `Panel.module.css`. */
export const isNarrow = () => !matchMedia('(min-width: 60rem)').matches
