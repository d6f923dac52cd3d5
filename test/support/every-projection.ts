import { allProjections } from '../../projections/all.ts';
import { dueBooks } from '../../services/notifier/books.ts';

/** Every projection there is, also those of one role. */
export const everyProjection = [...allProjections, ...dueBooks];
