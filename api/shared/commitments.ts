type Planned = Partial<Record<'status' | 'date' | 'formerDate', string>>

/** Whether a show takes place on its date. A postponed show frees its date, unless it was moved to another one. */
export const takesPlace = ({ status, date, formerDate }: Planned): boolean =>
  status !== 'cancelled' && (status !== 'postponed' || (formerDate ?? date) !== date)

/** Whether an enquiry holds its night. A hold ends by itself after its last day; without one, it lasts until the status
 * changes.
 * @param today YYYY-MM-DD */
export const isHeld = (
  { status, holdUntil }: { status: string; holdUntil?: string },
  today: string,
): boolean => status === 'held' && (holdUntil ?? today) >= today
