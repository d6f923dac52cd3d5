import './ui/tokens.css';
import './ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openQueries } from './data/query-client.ts';
import { takeKeyOfLink } from './data/session.ts';
import { openRouter } from './router.tsx';

takeKeyOfLink();
const root = document.querySelector('#root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={openQueries()}>
        <RouterProvider router={openRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  );
