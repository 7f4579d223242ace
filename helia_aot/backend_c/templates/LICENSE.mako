This module was generated. Its authors claim no right in it: use, copy, modify and distribute it
for any purpose, with or without fee, without any restriction and without attribution. It is
provided as it is, without warranty of any kind. Rights in the model it was generated from, if
there are any, stay with their owners.
