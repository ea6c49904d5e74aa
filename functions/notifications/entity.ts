import { defineEntity, must, primary, type RowOf, text } from '../platform/data/table.ts'

/**
 * Moment until which a person has read everything, and their last daily mail.
 *
 * | Read              | Index   | Key    |
 * | a person's reading | primary | userId |
 */
export const NotificationReadings = defineEntity('notificationreading', {
  attributes: {
    userId: must,
    /** Moment of the last 'read all': notifications that became unread until that moment count as read. */
    readUntil: text,
    /** Day of the last daily mail. */
    mailedOn: text,
    /** Moment until which that mail covered notifications. */
    mailedUntil: text,
  },
  indexes: { primary: primary('notificationsettings#${userId}', 'reading') },
})
export type NotificationReading = RowOf<typeof NotificationReadings>

/**
 * Returns the moment until which a person has read their notifications, the day of their last daily mail, and the
 * moment until which that mail covered notifications. An empty object when nothing is stored. Strongly consistent.
 */
export async function findReadingState(userId: string): Promise<Partial<NotificationReading>> {
  const { data } = await NotificationReadings.get({ userId }).go({ consistent: true })
  return data ?? {}
}
