import { Link } from '@tanstack/react-router';
import { Empty } from '../ui/states.tsx';

export const NotFound = () => (
  <Empty title="There is no such page">
    The link may have been cut on its way. <Link to="/">Go to the overview</Link>
  </Empty>
);
