// `npm run bench` measures throughput; with a name it measures what the name stands for.
switch (process.argv[2]) {
  case 'alerts':
    await import('./alerts.ts');
    break;
  case 'anomalies':
    await import('./anomalies/run.ts');
    break;
  case 'answers':
    await import('./answers.ts');
    break;
  case 'grpc':
    await import('./grpc/run.ts');
    break;
  case 'overload':
    await import('./overload.ts');
    break;
  case 'distributed':
    await import('./distributed.ts');
    break;
  case 'peers':
    await import('./peers/run.ts');
    break;
  case 'revocation':
    await import('./revocation.ts');
    break;
  case 'scale':
    await import('./scale.ts');
    break;
  case 'services':
    await import('./services.ts');
    break;
  case 'stalls':
    await import('./stall.ts');
    break;
  case 'webhooks':
    await import('./webhooks/run.ts');
    break;
  default:
    await import('./throughput.ts');
}
