<!DOCTYPE html>
<title><?= htmlspecialchars($title) ?></title>
<?php if ($user): // what? ?>
  <p>It's <?= $user->name; ?>, "hi" <b></p>
<?php elseif ($guest): ?>
  <?php foreach ($links as $link): ?>
    <a href="<?= $link['url'] ?>"><?php echo $link['text'] ?></a>
  <?php endforeach; ?>
<?php else: ?>
  <p>a < b</p>
<?php endif ?>
