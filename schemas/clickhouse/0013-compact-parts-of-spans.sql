-- A trace lies in the newest few parts, and each of them opens a hundred files to give thirty columns of
-- one granule where every column has its own. Up to half a million spans a part is one file instead, in
-- which a column has a place in each granule: a fifth less for a trace, 4 % more bytes, fewer to write and sync.
ALTER TABLE spans MODIFY SETTING min_bytes_for_wide_part = 268435456
